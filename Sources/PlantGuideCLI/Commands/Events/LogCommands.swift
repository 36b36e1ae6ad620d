internal import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalLog
internal import JournalProjections
internal import JournalQueries
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let logStatus = Command(
    definition: CommandDefinition(
      path: ["log", "status"],
      summary: "Show what the log holds",
      options: GlobalOptions.inspecting,
      examples: ["plantguide log status"], section: .data)
  ) { context in
    let status = try LogStatus(context)
    guard !context.wantsJSON else {
      return try context.printJSON { status.write(to: &$0) }
    }
    for line in status.lines { try context.print(line) }
  }

  static let logVerify = Command(
    definition: CommandDefinition(
      path: ["log", "verify"],
      summary: "Recompute every hash and follow every chain",
      options: GlobalOptions.inspecting,
      examples: ["plantguide log verify"], section: .data)
  ) { context in
    let journal = try context.openJournal(.readOnly)
    let progress = context.progress()
    let result = try journal.read { transaction in
      progress.begin(
        "checking", .events, of: try journal.log.count(in: transaction))
      return try journal.log.verify(in: transaction) {
        progress.advance(to: $0)
      }
    }
    progress.end()
    if context.wantsJSON {
      try context.printJSON { $0.verification(result) }
    } else if result.isClean {
      try context.print("\(result.events) events, all as they were written")
    }
    guard let first = result.problems.first else { return }
    if !context.wantsJSON {
      for problem in result.problems {
        try context.print(
          "event \(problem.event.sequence) of writer \(problem.event.writer) \(problem.reason)"
        )
      }
    }
    throw StorageError.damagedEvent(first.event, reason: first.reason)
  }

  static let logRebuild = Command(
    definition: CommandDefinition(
      path: ["log", "rebuild"],
      summary: "Drop all that is folded and fold the log again",
      options: GlobalOptions.maintaining,
      examples: ["plantguide log rebuild"], section: .data, isWriting: true)
  ) { context in
    guard context.home.exists else {
      throw StorageError.noJournal(path: context.home.path)
    }
    let journal = try context.openJournal(.readWrite)
    let progress = context.progress()
    let total = try journal.read { try journal.log.count(in: $0) }
    progress.begin("folding", .events, of: total)
    let count = try journal.rebuild { progress.advance(to: $0) }
    progress.end()
    guard !context.wantsJSON else {
      return try context.printJSON { writer in
        writer.object { writer in
          writer.name("events")
          writer.integer(count)
        }
      }
    }
    try context.print("folded \(count) events")
  }
}

/// What `log status` shows.
private struct LogStatus {
  let journals: [JournalID]
  let timeZone: String
  let timeZoneProblem: String?
  let events: Int
  let vector: [(writer: WriterID, tips: WriterTips)]
  let names: [WriterID: String]
  let own: WriterID?
  let meta: JournalMeta?
  let mapBytes: Int
  let dataBytes: Int

  init(_ context: CommandContext) throws {
    self = try context.read { snapshot in
      let journal = snapshot.journal
      let meta = try journal.meta(in: snapshot.transaction)
      let vector = try snapshot.log.vector(in: snapshot.transaction)
      return LogStatus(
        journals: try journal.projections.journalIDs(in: snapshot.transaction),
        timeZone: snapshot.settings.timeZone,
        timeZoneProblem: snapshot.settings.timeZoneProblem().map { "\($0)" },
        events: try snapshot.log.count(in: snapshot.transaction),
        vector: vector, names: try Self.names(of: vector, in: snapshot),
        own: meta?.ownWriters.last, meta: meta,
        mapBytes: try journal.environment.mapByteCount,
        dataBytes: try journal.environment.dataByteCount)
    }
  }

  private static func names(
    of vector: [(writer: WriterID, tips: WriterTips)],
    in snapshot: borrowing Snapshot
  ) throws -> [WriterID: String] {
    var names: [WriterID: String] = [:]
    for (writer, _) in vector {
      names[writer] = try snapshot.name(of: writer)
    }
    return names
  }

  private init(
    journals: [JournalID], timeZone: String, timeZoneProblem: String?,
    events: Int, vector: [(writer: WriterID, tips: WriterTips)],
    names: [WriterID: String], own: WriterID?, meta: JournalMeta?,
    mapBytes: Int, dataBytes: Int
  ) {
    self.journals = journals
    self.timeZone = timeZone
    self.timeZoneProblem = timeZoneProblem
    self.events = events
    self.vector = vector
    self.names = names
    self.own = own
    self.meta = meta
    self.mapBytes = mapBytes
    self.dataBytes = dataBytes
  }

  var lines: [String] {
    guard events > 0 else { return ["There is no journal here yet."] }
    var lines = [
      "journal    \(journals.map(\.description).joined(separator: ", "))",
      "time zone  \(SafeText.shown(timeZone))",
      "events     \(events)",
      "data       \(dataBytes / 1024) KiB",
      "versions   format \(meta?.formatVersion ?? Journal.formatVersion), folds \(meta?.reducerVersion ?? Journal.reducerVersion)",
    ]
    if let timeZoneProblem { lines.append("warning    \(timeZoneProblem)") }
    for (writer, tips) in vector {
      let last = tips.tips.map { "\($0.sequence)" }.joined(separator: " and ")
      let name = names[writer].map { ", \(SafeText.shown($0))" } ?? ""
      let mark = writer == own ? ", this home" : ""
      let fork = tips.isForked ? ", forked: both branches are kept" : ""
      lines.append("writer     \(writer) up to \(last)\(name)\(mark)\(fork)")
    }
    return lines
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("journal") { writer in
        writer.optional(journals.first) { $0.string($1.description) }
      }
      writer.member("timeZone") { $0.string(timeZone) }
      writer.member("events") { $0.integer(events) }
      writer.member("writers") { writer in
        writer.array { writer in
          for (id, tips) in vector {
            writer.object { writer in
              writer.member("writer") { $0.string(id.description) }
              writer.member("name") { writer in
                writer.optional(names[id]) { $0.string($1) }
              }
              writer.member("own") { $0.bool(id == own) }
              writer.member("tips") { $0.tips(tips) }
            }
          }
        }
      }
      writer.member("reducerVersion") {
        $0.integer(meta?.reducerVersion ?? Journal.reducerVersion)
      }
      writer.member("formatVersion") {
        $0.integer(meta?.formatVersion ?? Journal.formatVersion)
      }
      writer.member("mapBytes") { $0.integer(mapBytes) }
      writer.member("dataBytes") { $0.integer(dataBytes) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func verification(_ result: LogVerification) {
    object { writer in
      writer.member("events") { $0.integer(result.events) }
      writer.member("ok") { $0.bool(result.isClean) }
      writer.member("problems") { writer in
        writer.array { writer in
          for problem in result.problems { writer.problem(problem) }
        }
      }
    }
  }

  private mutating func problem(_ problem: LogProblem) {
    object { writer in
      writer.member("writer") {
        $0.string(problem.event.writer.description)
      }
      writer.member("sequence") { $0.integer(problem.event.sequence) }
      writer.member("hash") { $0.null() }
      writer.member("problem") { $0.string(problem.reason) }
    }
  }
}
