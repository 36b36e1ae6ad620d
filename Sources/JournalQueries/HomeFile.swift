package import Encodings
internal import Glibc
package import JournalLog
internal import POSIXKit

/// A file of a home that contains one JSON object and that users may edit.
package struct HomeFile {
  private let path: String
  private let error: (_ path: String, _ reason: String) -> StorageError

  /// Creates the value for a path, without touching the file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - error: Creates the error for an invalid file.
  package init(
    path: String, error: @escaping (String, String) -> StorageError
  ) {
    self.path = path
    self.error = error
  }

  /// Returns the members of the object; none if the file does not exist.
  ///
  /// - Throws: `FileSystemError`, or a ``StorageError`` if the file contains no
  ///   JSON object.
  package func members() throws -> [JSONValue.Member] {
    guard let bytes = try contents() else { return [] }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONReader.parse(bytes.span.bytes)
    } catch {
      throw self.error(path, "is not JSON: \(error)")
    }
    guard case .object(let members) = value else {
      throw error(path, "is not one JSON object")
    }
    return members
  }

  private func contents() throws -> [UInt8]? {
    let bytes: [UInt8]?
    do throws(FileSystemError) {
      bytes = try File.contents(of: path)
    } catch {
      switch error.code {
      case EFBIG: throw self.error(path, "is longer than it can be")
      case EISDIR: throw self.error(path, "is a directory")
      // Not a file, or a pipe without a reader.
      case EINVAL, ENXIO: throw self.error(path, "is no file")
      default: throw error
      }
    }
    guard bytes == nil, FileSystem.isLink(path) else { return bytes }
    throw error(path, "is a link that leads nowhere")
  }

  /// Changes the members, and creates the home if it is missing.
  ///
  /// The file, or the target of a symbolic link, is replaced atomically. Two
  /// processes can change different members at once.
  ///
  /// - Returns: The result of `change`.
  package func update<R>(
    in home: JournalHome,
    _ change: (inout [JSONValue.Member]) throws -> R
  ) throws -> R {
    try home.create()
    let directory = try File(home.path, .directory)
    try directory.lock()
    var members = try members()
    let result = try change(&members)
    var writer = JSONWriter()
    writer.value(.object(members))
    writer.newline()
    let place =
      FileSystem.isLink(path) ? try FileSystem.canonicalPath(path) : path
    try File.replace(place, with: writer.bytes)
    return result
  }
}
