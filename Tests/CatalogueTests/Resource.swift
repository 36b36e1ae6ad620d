import Glibc

/// The bytes of a file in the project's `Resources`.
func resource(_ name: String, file: String = #filePath) throws -> [UInt8] {
  let root = file.split(separator: "/").dropLast(3).joined(separator: "/")
  let path = "/\(root)/Resources/\(name)"
  guard let stream = fopen(path, "r") else { throw MissingResource(path) }
  defer { fclose(stream) }
  var contents: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&chunk, 1, chunk.count, stream)
    guard count > 0 else { return contents }
    contents += chunk[..<count]
  }
}

struct MissingResource: Error {
  let path: String

  init(_ path: String) {
    self.path = path
  }
}
