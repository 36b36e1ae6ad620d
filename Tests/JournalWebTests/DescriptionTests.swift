import Glibc
import JournalTestSupport
import Testing

@testable import JournalWeb

@Suite struct DescriptionTests {
  @Test func theDescriptionHasThePathsAndMethodsOfTheRoutes() throws {
    let root = #filePath.split(separator: "/").dropLast(3)
    let path = "/\(root.joined(separator: "/"))/schemas/openapi-api.yaml"
    var described: Set<String> = []
    var last = ""
    for line in try lines(ofFileAt: path) {
      if line.hasPrefix("components:") { break }
      if line.hasPrefix("  /"), line.hasSuffix(":") {
        last = String(line.dropFirst(2).dropLast())
      }
      for method in WebRequest.Method.allCases
      where line == "    \(method.rawValue.lowercased()):" {
        described.insert("\(method.rawValue) \(last)")
      }
    }
    let routes = WebAPI.routes.map { "\($0.method.rawValue) \($0.path)" }
    #expect(Set(routes).subtracting(described).sorted() == [])
    #expect(described.subtracting(routes).sorted() == [])
    #expect(Set(routes).count == routes.count)
  }

  private func lines(ofFileAt path: String) throws -> [String] {
    guard let file = fopen(path, "r") else {
      throw TestFailure("\(path): error \(errno)")
    }
    defer { fclose(file) }
    var lines: [String] = []
    var buffer: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(buffer) }
    while getline(&buffer, &size, file) > 0, let buffer {
      lines.append(
        String(String(cString: buffer).prefix { $0 != "\n" }))
    }
    return lines
  }
}
