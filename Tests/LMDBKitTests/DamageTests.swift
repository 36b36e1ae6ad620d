import CLMDB
import Glibc
import Testing

@testable import LMDBKit

@Suite struct DamageTests {
  let directory: TemporaryDirectory
  let file: String

  init() throws {
    directory = try TemporaryDirectory()
    file = directory.path + "/data.mdb"
  }

  private func fill(_ count: Int = 2_000) throws {
    let environment = try Environment.make(directory.path)
    try environment.fill(count, size: 500)
    try environment.close()
  }

  private func openingError(
    expectsData: Bool = true
  ) throws -> LMDBError {
    try #require(throws: LMDBError.self) {
      _ = try Environment.make(directory.path, expectsData: expectsData)
    }
  }

  @Test func anEmptyFileIsMissingData() throws {
    try fill()
    #expect(truncate(file, 0) == 0)
    #expect(try openingError().code == .missing)
    #expect(try fileSize(directory.path) == 0)
  }

  @Test(arguments: [1, 4_095, 4_096, 8_191])
  func aFileShorterThanItsHeadIsDamaged(size: Int) throws {
    try fill()
    #expect(truncate(file, size) == 0)
    #expect(try openingError().code == .damaged)
    #expect(try openingError(expectsData: false).code == .damaged)
  }

  @Test(arguments: [0.05, 0.5, 0.9])
  func aTruncatedFileIsDamaged(share: Double) throws {
    try fill()
    let size = Int(Double(try fileSize(directory.path)) * share)
    #expect(truncate(file, size / pageSize * pageSize) == 0)
    let error = try openingError()
    #expect(error.code == .damaged)
    #expect("\(error)".contains(directory.path))
  }

  @Test func aFileTornInsideItsLastPageIsDamaged() throws {
    try fill()
    #expect(truncate(file, try fileSize(directory.path) - 1) == 0)
    #expect(try openingError().code == .damaged)
  }

  @Test(arguments: [Environment.Access.readOnly, .readWrite])
  func anEnvironmentWithoutADatabaseItWasBegunWithIsDamaged(
    access: Environment.Access
  ) throws {
    func open(
      _ databases: [String], required: [String]
    ) throws -> Environment {
      try Environment.open(
        directory: directory.path, databases: databases, required: required,
        access: access, expectsData: false)
    }
    try Environment.make(directory.path).put([1], [1])
    let error = #expect(throws: LMDBError.self) {
      _ = try open(["a", "b", "c"], required: ["a", "c"])
    }
    #expect(error?.code == .damaged)
    let environment = try open(["a", "b", "c"], required: ["a", "b"])
    #expect(try environment.value([1]) == [1])
    #expect(
      try environment.read { try $0.count(of: environment.database("c")) } == 0)
  }

  @Test func aZeroedFileIsNotAnEnvironment() throws {
    try fill()
    let size = try fileSize(directory.path)
    #expect(truncate(file, 0) == 0)
    #expect(truncate(file, size) == 0)
    #expect(try openingError().code == .invalid)
  }

  @Test func aFileOfSomethingElseIsNotAnEnvironment() throws {
    let descriptor = open(file, O_CREAT | O_WRONLY, 0o600)
    let bytes = Bytes(repeating: 65, count: 40_000)
    #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    #expect(Glibc.close(descriptor) == 0)
    #expect(try openingError().code == .invalid)
  }

  /// Pages at the end that were taken and given back are never written, so a
  /// sound file can be shorter than it says.
  @Test(arguments: [11, 12] as [UInt64])
  func aSoundFileIsNeverCalledDamaged(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var model: [Bytes: Int] = [:]
    for round in 0..<40 {
      let environment = try Environment.make(
        directory.path, expectsData: round > 0)
      #expect(
        try environment.read { try $0.entries(of: environment.a) }
          .mapValues(\.count) == model, "seed \(seed), round \(round)")
      for _ in 0..<50 { try change(environment, &model, &generator) }
      try expectWhole(environment, model, "seed \(seed), round \(round)")
      try environment.close()
    }
  }

  /// Every page is where it belongs, and a copy without free ones is the same.
  private func expectWhole(
    _ environment: Environment, _ model: [Bytes: Int], _ comment: Comment
  ) throws {
    let use = try environment.read {
      try #require(try environment.pageUse(at: $0.number))
    }
    #expect(use.damaged == [], comment)
    let other = try TemporaryDirectory()
    try environment.copy(to: other.path, compact: true)
    let copy = try Environment.make(other.path, expectsData: true)
    #expect(
      try copy.read { try $0.entries(of: copy.a) }.mapValues(\.count) == model,
      comment)
    try copy.close()
  }

  /// LMDB lets a value that became smaller in its transaction keep its pages.
  @Test func aLargeValueMayHaveMorePagesThanItNeeds() throws {
    let environment = try Environment.make(directory.path)
    try environment.write { transaction in
      for size in [5 * pageSize, 2 * pageSize] {
        try transaction.put(
          ([1] as Bytes).span.bytes,
          Bytes(repeating: 7, count: size).span.bytes,
          in: environment.a)
      }
    }
    try expectWhole(environment, [[1]: 2 * pageSize], "")
  }

  /// LMDB copies pages by their bounds, which it does not check.
  @Test func aPageWithDamagedBoundsIsFoundBeforeItIsCompacted() throws {
    let environment = try Environment.make(directory.path)
    try environment.fill(300, size: 100)
    try environment.put([1], Bytes(repeating: 7, count: 3 * pageSize))
    try environment.close()
    let whole = try Bytes(contentsOf: file)
    var refused = 0
    for page in try usedPages() {
      for (byte, value) in [
        (10, 3), (12, 17), (13, 84), (15, 127), (17, 84), (33, 84),
      ] as [(Int, UInt8)] {
        var damaged = whole
        damaged[page * pageSize + byte] = value
        try overwrite(damaged)
        do throws(LMDBError) {
          try compact()
          // Without that many nodes these are bytes that nothing uses.
          #expect(byte > 16, "byte \(byte) of page \(page)")
        } catch {
          #expect(
            [.damaged, .init(rawValue: MDB_PAGE_NOTFOUND)].contains(error.code),
            "byte \(byte) of page \(page)")
          refused += 1
        }
      }
    }
    #expect(refused > 50)
  }

  private func compact() throws(LMDBError) {
    let copy = "\(directory.path)/copy"
    defer {
      unlink("\(copy)/data.mdb")
      rmdir(copy)
    }
    let environment = try Environment.make(
      directory.path, access: .readOnly, expectsData: true)
    defer { try? environment.close() }
    try environment.copy(to: copy, compact: true)
  }

  /// The pages of all trees of the last commit but the meta pages, and the
  /// first of each large value.
  private func usedPages(
    of names: [String] = ["", "a", "b"]
  ) throws -> [Int] {
    let pages = try DataPages(of: file)
    let use = try #require(PageUse(of: pages))
    return try (2..<pages.count).filter { number in
      let page = try #require(pages.page(UInt64(number)))
      return names.contains { use.isPage(number, of: $0) }
        && page.number == number && page.nodes != nil
    }
  }

  private func overwrite(_ bytes: Bytes) throws {
    let descriptor = open(file, O_WRONLY)
    defer { Glibc.close(descriptor) }
    try #require(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
  }

  /// LMDB copies the list's pages, and writes over what they name.
  @Test func aDamagedListOfFreePagesIsRefusedToWhoWrites() throws {
    let environment = try Environment.make(directory.path)
    for number in UInt8(1)..<9 { try environment.put([number], [number]) }
    try environment.close()
    let whole = try Bytes(contentsOf: file)
    let (root, entry) = try {
      let pages = try DataPages(of: file)
      let root = try #require(pages.meta()).free.root
      let page = try #require(pages.page(root))
      let node = try #require(page.nodes?.first)
      return (Int(root), try #require(page.entry(at: node)))
    }()
    let places: [(Int, UInt8)] = [
      (10, 3), (12, 16), (13, 84), (14, 255), (15, 16), (17, 84),
      // The list's length, its first page and its last.
      (entry.start, 255), (entry.start + 9, 255),
      (entry.start + entry.count - 8, 1),
    ]
    for (byte, value) in places {
      var damaged = whole
      damaged[root * pageSize + byte] = value
      try overwrite(damaged)
      let damage = #expect(throws: LMDBError.self, "byte \(byte)") {
        let environment = try Environment.make(
          directory.path, expectsData: true)
        #expect(try environment.value([8]) == [8])
        try environment.put([9], [9])
      }
      #expect(damage?.code == .damaged, "byte \(byte)")
      #expect(try Bytes(contentsOf: file) == damaged, "byte \(byte)")
    }
  }

  @Test func aPageWithoutEntriesIsDamaged() throws {
    let environment = try Environment.make(directory.path)
    try environment.put([1], [1])
    try environment.close()
    var bytes = try Bytes(contentsOf: file)
    let leaf = try #require(try usedPages(of: ["a"]).first)
    bytes[leaf * pageSize + 12] = UInt8(Page.headerSize)
    try overwrite(bytes)
    let damaged = try Environment.make(directory.path, expectsData: true)
    let error = #expect(throws: LMDBError.self) {
      try damaged.write { try $0.entries(of: damaged.a) }
    }
    #expect(error?.code == .damaged)
  }

  private func change(
    _ environment: Environment, _ model: inout [Bytes: Int],
    _ generator: inout SeededGenerator
  ) throws {
    let start = generator
    let changed = try environment.write { transaction in
      // The body may run again, and must then do the same.
      generator = start
      var changed = model
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        let key = key(Int.random(in: 0..<200, using: &generator))
        if Int.random(in: 0..<5, using: &generator) < 2 {
          let isThere = try transaction.delete(
            key.span.bytes, in: environment.a)
          #expect(isThere == (changed.removeValue(forKey: key) != nil))
        } else {
          let size = Int.random(in: 0...12_000, using: &generator)
          let value = Bytes(repeating: 1, count: size)
          try transaction.put(
            key.span.bytes, value.span.bytes, in: environment.a)
          changed[key] = size
        }
      }
      if Bool.random(using: &generator) {
        try takeAndGiveBack(transaction, environment)
      }
      return changed
    }
    model = changed
  }

  private func takeAndGiveBack(
    _ transaction: borrowing WriteTransaction, _ environment: Environment
  ) throws {
    let value = Bytes(repeating: 2, count: 900)
    for number in 1_000..<1_100 {
      try transaction.put(
        key(number).span.bytes, value.span.bytes, in: environment.a)
    }
    for number in 1_000..<1_100 {
      _ = try transaction.delete(key(number).span.bytes, in: environment.a)
    }
  }

  @Test func aShortFileWhoseMissingPagesAreFreeOpens() throws {
    let environment = try Environment.make(directory.path)
    try environment.put([1], [1])
    try environment.fill(2_000, size: 500)
    try environment.write { try $0.removeAll(in: environment.a) }
    // LMDB takes the lowest free pages, so a few commits leave the end.
    for _ in 0..<8 { try environment.put([1], [1]) }
    try environment.close()
    let whole = try fileSize(directory.path)
    let cut = whole - 20 * pageSize
    #expect(truncate(file, cut) == 0)
    let reopened = try Environment.make(directory.path, expectsData: true)
    #expect(try reopened.value([1]) == [1])
    try reopened.fill(3_000, size: 500)
    #expect(try reopened.read { try $0.count(of: reopened.a) } == 3_001)
  }

  /// A key of a branch page stands for no entry, so that none shows it; it
  /// leads look-ups to another leaf.
  @Test func anAuditFindsEachKeyThatLeadsElsewhere() throws {
    let environment = try Environment.make(directory.path)
    try environment.fill(200, size: 100)
    try environment.close()
    var astray = 0
    for place in try placesOfBranchKeys() {
      for bit in 0..<8 {
        try flip(bit, at: place)
        let damaged = try Environment.make(directory.path, expectsData: true)
        let isMissing = try damaged.read { transaction in
          try (0..<200).contains {
            try transaction.bytes(key($0), in: damaged.a) == nil
          }
        }
        let audit = Result {
          try damaged.read {
            try $0.auditEntries(of: damaged.a) { _, _ in true }
          }
        }
        if isMissing {
          astray += 1
          #expect(throws: LMDBError.self, "bit \(bit) at \(place)") {
            try audit.get()
          }
        }
        try damaged.close()
        try flip(bit, at: place)
      }
    }
    #expect(astray > 0)
  }

  /// The bytes of the keys that lead to leaves; the first of a page leads to
  /// all that is below the second, whatever it is.
  private func placesOfBranchKeys() throws -> [Int] {
    let pages = try DataPages(of: file)
    var places: [Int] = []
    for number in 2..<pages.count {
      guard let page = pages.page(UInt64(number)), page.flags == Page.branch
      else { continue }
      for node in try #require(page.nodes).dropFirst() {
        let start = number * pageSize + node + 8
        places += start..<start + key(0).count
      }
    }
    return places
  }

  /// LMDB keeps four numbers of a database: of pages of three kinds, and of
  /// entries.
  @Test func aDamagedCountIsAnErrorOrAnotherCount() throws {
    try fill(10)
    var damaged = 0
    for place in try placesOfCounts() {
      for bit in 0..<8 {
        try flip(bit, at: place)
        do {
          let environment = try Environment.make(
            directory.path, expectsData: true)
          try environment.read {
            _ = try $0.count(of: environment.a)
            _ = try $0.byteCount(of: environment.a)
          }
          try environment.close()
        } catch let error as LMDBError {
          damaged += error.code == .damaged ? 1 : 0
        }
        try flip(bit, at: place)
      }
    }
    #expect(damaged > 0)
  }

  private func placesOfCounts() throws -> [Int] {
    let pages = try DataPages(of: file)
    let root = try #require(pages.meta()).main.root
    let page = try #require(pages.page(root))
    return try #require(page.nodes).flatMap { node in
      let start =
        Int(root) * pageSize + (try #require(page.entry(at: node))).start
      return start + 8..<start + 40
    }
  }

  private func flip(_ bit: Int, at place: Int) throws {
    let descriptor = open(file, O_RDWR)
    defer { Glibc.close(descriptor) }
    var byte: UInt8 = 0
    try #require(pread(descriptor, &byte, 1, place) == 1)
    byte ^= 1 << UInt8(bit)
    try #require(pwrite(descriptor, &byte, 1, place) == 1)
  }

  @Test func aFaultInsideATransactionBecomesAMessage() async throws {
    try fill()
    let result = await #expect(
      processExitsWith: .exitCode(74), observing: [\.standardErrorContent]
    ) { [path = directory.path as String] in
      DamageGuard.install(
        damage: ("damaged: restore\n", 74), shortage: ("", 75))
      let environment = try Environment.make(path, expectsData: true)
      _ = try environment.read { transaction in
        truncate(path + "/data.mdb", 2 * pageSize)
        return try transaction.entries(of: environment.a)
      }
    }
    let text = String(
      decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("damaged: restore\n"))
  }

  @Test func zeroedPagesAreAnErrorOrAMessage() async throws {
    try fill()
    let size = try fileSize(directory.path)
    let descriptor = open(file, O_WRONLY)
    let zeros = Bytes(repeating: 0, count: pageSize)
    // Some leaves in the middle; the head, root and list stay.
    for page in 40..<60 {
      #expect(
        pwrite(descriptor, zeros, pageSize, page * pageSize) == pageSize)
    }
    #expect(Glibc.close(descriptor) == 0)
    #expect(try fileSize(directory.path) == size)
    await #expect(processExitsWith: .exitCode(74)) {
      [path = directory.path as String] in
      DamageGuard.install(damage: ("damaged\n", 74), shortage: ("", 75))
      do {
        let environment = try Environment.make(path, expectsData: true)
        let count = try environment.read {
          try $0.entries(of: environment.a).count
        }
        exit(count == 2_000 ? 0 : 1)
      } catch is LMDBError {
        exit(74)
      }
    }
  }

  @Test func aFaultOutsideTransactionsKeepsItsSignal() async throws {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      DamageGuard.install(damage: ("damaged\n", 74), shortage: ("", 75))
      raise(SIGSEGV)
    }
  }

  @Test(
    .disabled(
      if: dlsym(nil, "__tsan_init") != nil,
      "ThreadSanitizer itself ends where it gets no more memory"))
  func theLackOfMemoryIsNoDamage() async throws {
    let result = await #expect(
      processExitsWith: .exitCode(75), observing: [\.standardErrorContent]
    ) { [path = directory.path as String] in
      DamageGuard.install(
        damage: ("damaged\n", 74), shortage: ("no memory\n", 75))
      try Environment.make(path).read { _ in
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        let bytes = Bytes(repeating: 1, count: 1 << 30)
        exit(Int32(bytes[7]))
      }
    }
    let text = String(
      decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.hasSuffix("no memory\n"))
  }
}
