internal import CLMDBShims

/// Exchanges what lies at two paths in one step: whoever looks sees both
/// before or both after.
public enum DirectoryExchange {
  /// Exchanges two files or directories of one file system (`renameat2` with
  /// `RENAME_EXCHANGE`).
  ///
  /// - Throws: `LMDBError` with the system's error: `EINVAL` where the file
  ///   system cannot do this.
  public static func exchange(
    _ one: String, _ other: String
  ) throws(LMDBError) {
    try check("renameat2", lmdbkit_exchange(one, other), path: one)
  }
}
