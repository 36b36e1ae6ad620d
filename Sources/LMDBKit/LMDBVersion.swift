internal import CLMDB

/// Which LMDB this program is linked with.
public enum LMDBVersion {
  /// Its version, such as "0.9.24".
  public static var text: String {
    var major: CInt = 0
    var minor: CInt = 0
    var patch: CInt = 0
    _ = mdb_version(&major, &minor, &patch)
    return "\(major).\(minor).\(patch)"
  }
}
