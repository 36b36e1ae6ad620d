package import Encodings
internal import Glibc
package import JournalLog
internal import POSIXKit

/// A file of a home that holds one JSON object, which people may edit.
package struct HomeFile {
  private let path: String
  private let error: (_ path: String, _ reason: String) -> StorageError

  /// Creates the file at a path; nothing is touched.
  ///
  /// - Parameters:
  ///   - path: Where it lies.
  ///   - error: Makes the error that says what is wrong with it.
  package init(
    path: String, error: @escaping (String, String) -> StorageError
  ) {
    self.path = path
    self.error = error
  }

  /// The members of the object; none where there is no file.
  ///
  /// - Throws: `FileSystemError`, or a ``StorageError`` where the file holds no
  ///   such object.
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
      // What is no file; a pipe nobody waits for.
      case EINVAL, ENXIO: throw self.error(path, "is no file")
      default: throw error
      }
    }
    guard bytes == nil, FileSystem.isLink(path) else { return bytes }
    throw error(path, "is a link that leads nowhere")
  }

  /// Changes the members; the home is made where it is missing.
  ///
  /// The file is replaced atomically, where a link leads to it in its place,
  /// and two processes that change different
  /// members at once both succeed.
  ///
  /// - Returns: What `change` returned.
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
