import Encodings
import JournalEvents
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalSync

/// The vectors of `schemas/vectors/sealed`, which foreign code has made.
@Suite struct SealedVectorTests {
  struct Vector: Sendable, CustomStringConvertible {
    let members: JSONValue

    func text(_ name: String) -> String? {
      guard case .string(let text) = members[name] else { return nil }
      return text
    }

    var kind: String { text("kind") ?? "" }
    var name: String { text("name") ?? "" }
    var isValid: Bool { members["valid"] == .bool(true) }
    var description: String { text("file") ?? "" }

    var bytes: [UInt8] {
      get throws { try SealedVectorTests.file(description) }
    }
  }

  static func file(_ name: String) throws -> [UInt8] {
    let root = #filePath.split(
      separator: "/", omittingEmptySubsequences: false
    ).dropLast(3).joined(separator: "/")
    return try #require(
      try File.contents(of: "\(root)/schemas/vectors/sealed/\(name)"))
  }

  static func vectors(_ kind: String) throws -> [Vector] {
    let text = try file("index.json")
    let index = try JSONReader.parse(text.span.bytes)
    guard case .array(let entries) = index["vectors"] else { return [] }
    return entries.map { Vector(members: $0) }.filter { $0.kind == kind }
  }

  private static func journal() throws -> JournalID {
    let name = try vectors("key")[0].name
    return try KeyHeader(decoding: file("key.key"), named: name).journal
  }

  /// The open keys for all vectors, and the remote in which they lie.
  private func openKeys() throws -> (keys: RemoteKeys, store: ChaosStore) {
    let store = ChaosStore(seed: 1, clock: Instant(milliseconds: 0))
    let directory = try TemporaryDirectory()
    let keys = RemoteKeys(
      of: try Self.journal(), keptAt: "\(directory.path)/keys")
    let vectors = try Self.vectors("key").filter(\.isValid)
    for vector in vectors { _ = try store.put(vector.bytes, as: vector.name) }
    for passphrase in Set(vectors.compactMap { $0.text("passphrase") }) {
      _ = try keys.unlock(in: store, with: secret(passphrase))
    }
    #expect(keys.headers.count == 3)
    return (keys, store)
  }

  @Test func keysAreOpenedOrRefused() throws {
    let vectors = try Self.vectors("key")
    #expect(vectors.count > 20)
    for vector in vectors {
      let passphrase = secret(
        vector.text("passphrase") ?? "correct horse battery staple")
      let bytes = try vector.bytes
      let header = try? KeyHeader(decoding: bytes, named: vector.name)
      guard let header, let key = try header.key(under: passphrase) else {
        #expect(!vector.isValid, "\(vector)")
        continue
      }
      #expect(vector.isValid, "\(vector)")
      let root = key.withRoot { Hexadecimal.encode(Array($0)) }
      #expect(root == vector.text("key"), "\(vector)")
    }
  }

  @Test func keysAreMadeAsOthersMakeThem() throws {
    let journal = try Self.journal()
    for (index, vector) in try Self.vectors("key").enumerated()
    where vector.isValid {
      let header = try KeyHeader(decoding: vector.bytes, named: vector.name)
      let passphrase = secret(try #require(vector.text("passphrase")))
      var root = digest("root", index)
      let key = try RemoteKey.make(
        for: journal, under: passphrase, cost: header.cost,
        secret: SecretBytes(taking: &root),
        salt: Array(digest("salt", index)[..<16]),
        nonce: Array(digest("nonce", index)[..<24]))
      #expect(key.header == header, "\(vector)")
    }
  }

  private func digest(_ what: String, _ index: Int) -> [UInt8] {
    Sodium.sha256(Array("\(what) \(index + 1)".utf8))
  }

  private func opened(
    _ vector: Vector, in shelf: SealedShelf
  ) throws -> (name: SegmentName, segment: Segment)? {
    guard case .segment(let name) = shelf.entry(named: vector.name) else {
      return nil
    }
    let bytes = try vector.bytes
    guard let segment = try? shelf.segment(in: bytes, named: name) else {
      return nil
    }
    return (name, segment)
  }

  @Test func segmentsAreOpenedOrRefused() throws {
    let keys = try openKeys().keys
    let shelf = try SealedShelf(keys)
    let vectors = try Self.vectors("segment")
    #expect(vectors.count > 30)
    for vector in vectors {
      let opened = try opened(vector, in: shelf)
      #expect((opened != nil) == vector.isValid, "\(vector)")
      guard let (name, segment) = opened else { continue }
      let plain = try Self.file(try #require(vector.text("holds")))
      #expect(segment.footer.bytes == Array(plain.suffix(32)), "\(vector)")
      // And made again, to the byte.
      let key = keys.open[try #require(name.key)]
      let made = key.seal(plain, as: key.subject(of: segment.run))
      #expect(try made.bytes == vector.bytes, "\(vector)")
      #expect(shelf.text(of: name) == vector.name, "\(vector)")
    }
  }

  @Test func blobsAreOpenedOrRefused() throws {
    let (keys, store) = try openKeys()
    let blobs = try SealedBlobs(in: store, under: keys)
    let header = try Self.file("key.key")
    let key = try #require(keys.open.first { $0.header.bytes == header })
    for vector in try Self.vectors("blob") {
      let bytes = try vector.bytes
      store.change { $0[vector.name] = bytes }
      let held = Hexadecimal.decode(vector.text("holds") ?? "") ?? []
      let digest = Sodium.sha256(held)
      if vector.isValid {
        let content = try blobs.content(of: digest, atMost: 1 << 20)
        #expect(content == held, "\(vector)")
        let made = key.seal(held, as: key.subject(ofBlob: digest))
        #expect(made.bytes == bytes, "\(vector)")
      } else {
        #expect(throws: SegmentError.self, "\(vector)") {
          try blobs.content(of: digest, atMost: 1 << 20)
        }
      }
    }
  }
}
