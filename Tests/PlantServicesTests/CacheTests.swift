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

  @Test func manyWritersLeaveWholeEntries() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let cache = AnswerCache(at: path, limit: 100_000)
    for round in 0..<50 {
      try cache.store(entry("u", bytes: round))
      #expect(cache.entry(of: "u")?.body.count == round)
    }
    #expect(cache.size.count == 1)
  }
}
