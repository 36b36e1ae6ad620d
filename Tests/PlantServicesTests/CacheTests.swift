import Glibc
import JournalTestSupport
import POSIXKit
import Testing

@testable import PlantServices

/// The cache of answers.
struct CacheTests {
  private func entry(_ url: String, bytes: Int = 10) -> AnswerCache.Entry {
    var entry = AnswerCache.Entry(url: url, storedAt: 1, freshUntil: 2)
    entry.subject = url
    entry.body = [UInt8](repeating: 0x0a, count: bytes)
    entry.entityTag = "W/\"x\""
    return entry
  }

  @Test func anEntryComesBackAsItWas() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let cache = AnswerCache(at: path + "/a/b", limit: 1_000)
    #expect(cache.entry(of: "u") == nil)
    try cache.store(entry("u"))
    #expect(cache.entry(of: "u") == entry("u"))
    #expect(cache.entry(of: "v") == nil)
    #expect(cache.size.count == 1)
  }

  @Test(arguments: [
    ("storedAt", "-1"), ("storedAt", "10000000000000000"),
    ("storedAt", "253402300800"), ("freshUntil", "9223372036854775807"),
    ("freshUntil", "-9223372036854775808"),
  ])
  func timesThatCannotBeAreNoEntry(_ member: String, _ time: String) throws {
    func head(_ storedAt: String, _ freshUntil: String) -> [UInt8] {
      Array(
        """
        {"url":"u","storedAt":\(storedAt),"freshUntil":\(freshUntil),\
        "byteCount":0}

        """.utf8)
    }
    #expect(AnswerCache.entry(in: head("0", "253402300799")) != nil)
    #expect(
      AnswerCache.entry(
        in: member == "storedAt" ? head(time, "2") : head("1", time)) == nil)
  }

  @Test func validatorsThatCannotBeSentAreNone() throws {
    let directory = try TemporaryDirectory()
    let cache = AnswerCache(at: directory.path, limit: 1_000)
    var entry = entry("u")
    entry.entityTag = "x\r\nHost: y"
    entry.lastModified = "é"
    try cache.store(entry)
    let kept = try #require(cache.entry(of: "u"))
    #expect(kept.entityTag == nil && kept.lastModified == nil)
  }

  private func setTime(of path: String, to seconds: Int) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    utimensat(AT_FDCWD, path, [time, time], 0)
  }

  @Test func theLongestUnusedGoFirst() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let cache = AnswerCache(at: path, limit: 3_000)
    for url in ["a", "b", "c"] {
      try cache.store(entry(url, bytes: 700))
      // Times of change have the grain of a second.
      let file = "\(path)/\(AnswerCache.name(of: url))"
      setTime(of: file, to: url == "a" ? 30 : url == "b" ? 10 : 20)
    }
    try cache.store(entry("d", bytes: 700))
    #expect(cache.entry(of: "b") == nil)
    #expect(cache.entry(of: "a") != nil && cache.entry(of: "c") != nil)
    #expect(cache.size.bytes <= 3_000)
    // What alone is too large is not kept.
    try cache.store(entry("e", bytes: 4_000))
    #expect(cache.entry(of: "e") == nil && cache.size.count == 3)
  }

  @Test func entriesGoBySubject() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let cache = AnswerCache(at: path, limit: 10_000)
    for url in ["a", "b"] { try cache.store(entry(url)) }
    #expect(try cache.clear(subjects: ["b", "c"]).count == 1)
    #expect(cache.entry(of: "a") != nil)
    #expect(try cache.clear().count == 1)
  }

  @Test func whatWasJustStoredStays() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let cache = AnswerCache(at: path, limit: 1_000)
    // All are used at a later time than the one that is stored next.
    for url in ["a", "b", "c", "d", "e"] {
      try cache.store(entry(url, bytes: 800))
      #expect(cache.entry(of: url) != nil && cache.size.count == 1)
      setTime(of: "\(path)/\(AnswerCache.name(of: url))", to: 1 << 32)
    }
  }

  @Test func manyWritersLeaveWholeEntries() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let writers = try await withThrowingTaskGroup(of: Int.self) { group in
      for writer in 0..<8 {
        group.addTask {
          let cache = AnswerCache(at: path, limit: 100_000)
          for round in 0..<50 {
            try cache.store(entry("u", bytes: 1_000 * writer + round))
            try cache.store(entry("\(writer)", bytes: 4_000))
            let body = try #require(cache.entry(of: "u")).body
            #expect(body.count % 1_000 < 50 && body.allSatisfy { $0 == 0x0a })
          }
          return 1
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(writers == 8)
    // The next one with a smaller limit makes room.
    let cache = AnswerCache(at: path, limit: 20_000)
    try cache.store(entry("last"))
    #expect(cache.size.bytes <= 20_000)
  }

  @Test func aDirectoryThatCannotBeReadIsAnError() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    #expect(throws: Never.self) {
      try AnswerCache(at: path + "/none", limit: 1).check()
    }
    try File.replace(path + "/file", with: [1])
    let file = AnswerCache(at: path + "/file", limit: 1)
    #expect(throws: FileSystemError.self) { try file.check() }
    #expect(throws: FileSystemError.self) { try file.clear() }
  }

  @Test func clearingRemovesNothingElsewhere() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let elsewhere = AnswerCache(at: path + "/elsewhere", limit: 10_000)
    try elsewhere.store(entry("u"))
    symlink(path + "/elsewhere", path + "/link")
    #expect(throws: FileSystemError.self) {
      try AnswerCache(at: path + "/link", limit: 10_000).clear()
    }
    #expect(throws: FileSystemError.self) {
      try AnswerCache(at: path + "/link", limit: 1_000).store(
        entry("v", bytes: 400))
    }
    let name = AnswerCache.name(of: "v")
    symlink(path + "/elsewhere/" + AnswerCache.name(of: "u"), path + "/" + name)
    try FileSystem.makeDirectory(path + "/" + AnswerCache.name(of: "w"))
    #expect(try AnswerCache(at: path, limit: 10_000).clear().count == 0)
    #expect(FileSystem.isLink(path + "/" + name))
    #expect(elsewhere.entry(of: "u") != nil)
  }
}
