import Glibc
import JournalActions
import JournalLog
import JournalQueries
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@Suite struct RecentSearchTests {
  private let directory: TemporaryDirectory
  private let home: JournalHome

  init() throws {
    directory = try TemporaryDirectory()
    home = JournalHome(path: directory.path + "/home")
  }

  private var journal: CareJournal {
    CareJournal(
      at: home.path, program: "test", clock: Instant(milliseconds: 0))
  }

  private func keep(_ query: String, at milliseconds: Int64 = 0) {
    journal.keep(
      RecentSearch(
        query: query, at: Instant(milliseconds: milliseconds), total: 3,
        best: "Hoya carnosa"))
  }

  @Test func theNewestComeFirstAndEachOnce() throws {
    try home.create()
    for query in ["hoya", "fern", "Hoya"] { keep(query, at: 1_500) }
    #expect(try journal.recentSearches().map(\.query) == ["Hoya", "fern"])
    #expect(
      try journal.recentSearches().first
        == RecentSearch(
          query: "Hoya", at: Instant(milliseconds: 1_500), total: 3,
          best: "Hoya carnosa"))
    #expect(try journal.forgetSearches())
    #expect(try journal.recentSearches() == [])
    #expect(try !journal.forgetSearches())
  }

  @Test func twentyAreKept() throws {
    try home.create()
    for number in 1...25 { keep("plant \(number)") }
    #expect(
      try journal.recentSearches().map(\.query)
        == (6...25).reversed().map { "plant \($0)" })
  }

  @Test func theFileIsItsOwnersAlone() throws {
    try home.create()
    keep("hoya")
    var status = stat()
    #expect(stat(home.searchesFile, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aSearchMakesNoHome() throws {
    keep("hoya")
    #expect(!FileSystem.exists(home.path))
    #expect(try journal.recentSearches() == [])
  }

  /// A search that cannot be kept is found all the same.
  @Test func whatCannotBeWrittenOrReadIsLeftOut() throws {
    try home.create()
    try FileSystem.makeDirectory(home.searchesFile)
    keep("hoya")
    #expect(throws: StorageError.self) { try journal.recentSearches() }
    FileSystem.removeDirectoryIfEmpty(home.searchesFile)
    for text in [
      "{", "[]", #"{"found":1}"#, #"{"searches":[7,{"query":"x"}]}"#,
    ] {
      try File.replace(home.searchesFile, with: Array(text.utf8))
      #expect(throws: StorageError.self, "\(text)") {
        try journal.recentSearches()
      }
    }
    keep("hoya")
    #expect(try journal.recentSearches().map(\.query) == ["hoya"])
  }
}
