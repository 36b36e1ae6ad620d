import FuzzTargets
import POSIXKit
import Testing

/// Everything that fuzzing has found, and what it begins with.
struct CorpusTests {
  @Test(arguments: FuzzTarget.all)
  func everyInputIsReadOrRefused(target: FuzzTarget) throws {
    let corpus = Self.root + "/" + target.name
    let names = try FileSystem.names(in: corpus)
    #expect(!names.isEmpty, "\(corpus) is empty")
    for name in names {
      let bytes = try #require(
        try File.contents(of: "\(corpus)/\(name)"))
      #expect(throws: Never.self, "\(target.name)/\(name)") {
        try target.run(bytes)
      }
    }
  }

  @Test func everyCorpusHasATarget() throws {
    #expect(
      try FileSystem.names(in: Self.root) == FuzzTarget.all.map(\.name).sorted()
    )
  }

  private static let root =
    "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    + "/Fuzz/Corpus"
}
