/// Why a ZIP archive, or a file in it, cannot be read.
public enum ZipError: Error, Sendable, Hashable {
  /// It ends before its directory does, or has none.
  case truncated
  /// Its directory does not hold together.
  case damagedDirectory
  /// It is spread over several files.
  case split
  /// It is of the large kind, which has sizes beyond 4 GiB.
  case large
  /// Two of its files have one name.
  case duplicate(name: String)
  /// It has no such file.
  case missing(name: String)
  /// The file can be read with a password only.
  case encrypted(name: String)
  /// The file is packed in a way that is not known here.
  case unknownMethod(name: String, method: Int)
  /// The file claims to be larger than it can honestly be.
  case tooLarge(name: String, bytes: Int, packed: Int)
  /// The file does not unpack to what the directory says.
  case damaged(name: String)
}
