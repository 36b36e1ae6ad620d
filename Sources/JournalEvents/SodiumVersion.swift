internal import CSodium

/// Which libsodium this program is linked with.
public enum SodiumVersion {
  /// Its version, such as "1.0.18".
  public static var text: String {
    sodium_version_string().map { String(cString: $0) } ?? ""
  }
}
