package import Encodings
internal import ErrorKit
internal import JournalEvents
package import JournalExchange
package import JournalQueries
internal import TextKit

// The log itself, and the results of a salvage.

extension LogStatusView {
  /// The contents of the log, one line each.
  package var lines: [String] {
    guard events > 0 else { return ["There is no journal here yet."] }
    var lines = [
      "journal    \(journals.map(\.description).joined(by: ", "))",
      "time zone  \(SafeText.shown(timeZone))",
      "events     \(events)",
      "data       \(dataBytes / 1024) KiB, \(bytesPerEvent) bytes an event",
      "versions   format \(formatVersion), folds \(reducerVersion)",
    ]
    if let timeZoneProblem { lines.append("warning    \(timeZoneProblem)") }
    for writer in writers {
      let last = writer.lastSequences.map(String.init)
        .joined(by: " and ")
      let recorder = writer.recorder
      let name = recorder.name?.shown.map { ", \($0)" } ?? ""
      let mark = recorder.isOwn ? ", this home" : ""
      let fork = writer.isForked ? ", forked: both branches are kept" : ""
      lines.append(
        "writer     \(recorder.writer) up to \(last)\(name)\(mark)\(fork)")
    }
    for part in parts where part.entries > 0 {
      lines.append(
        "database   \(part.name): \(part.entries) entries, \(part.bytes / 1024) KiB"
      )
    }
    return lines
  }
}

extension Salvage {
  /// Returns the saved and missing events, one line each.
  package func lines(_ wording: Wording) -> [String] {
    var lines = [
      "saved \(Phrase.count(events, "event")) of \(SafeText.shown(source)) to "
        + SafeText.shown(target)
    ]
    if let strayFile {
      lines.append(
        "kept \(Phrase.count(stray, "event")) apart in \(SafeText.shown(strayFile)): those before are missing; "
          + wording.remedy(.importStray))
    }
    if gaps.isEmpty, !isMissingCommits {
      lines.append("no known event is missing")
    }
    lines += Self.lines(of: gaps)
    if isMissingCommits { lines.append(Self.missingCommits) }
    return lines
  }
}

extension Salvage {
  fileprivate static let missingCommits =
    "missing    events that were acknowledged last, according to the file 'head' beside the data"

  /// Returns missing events, a line for each writer.
  fileprivate static func lines(of gaps: [Gap]) -> [String] {
    gaps.map { gap in
      let ranges = gap.sequences.map {
        $0.count == 1
          ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
      }
      return "missing    writer \(gap.writer): \(ranges.joined(by: ", "))"
    }
  }
}

extension JournalRepair {
  /// Returns what was saved and found in backups, one line each.
  package func savedLines(isDryRun: Bool) -> [String] {
    var lines = [
      saved.map {
        Verb("save", "saved").sentence(
          "\(Phrase.count($0, "event")) of the damaged journal",
          isDryRun: isDryRun)
      } ?? "nothing in the journal is damaged, and it stays in place"
    ]
    if let replaced {
      lines.append(
        "kept the damaged journal in \(SafeText.shown(replaced.place.path))")
    }
    for (path, count) in fromBackups {
      lines.append(
        "found \(Phrase.count(count, "missing event")) in \(SafeText.shown(path))"
      )
    }
    for (path, error) in unreadable {
      lines.append(
        "could not read \(SafeText.shown(path)): \(ErrorFacts(of: error).message)"
      )
    }
    return lines
  }

  /// Returns what is still missing, one line each.
  package var missingLines: [String] {
    guard !isComplete else { return ["no event is known to be missing"] }
    var lines = Salvage.lines(of: gaps)
    if isMissingCommits { lines.append(Salvage.missingCommits) }
    if waiting > 0 {
      lines.append(
        "waiting    \(Phrase.count(waiting, "event")) of the damaged journal, which \(waiting == 1 ? "follows" : "follow") missing ones"
      )
    }
    return lines
  }
}

extension JSONWriter {
  /// Writes the members of the result of a repair.
  package mutating func repair(_ repair: JournalRepair) {
    member("saved", repair.saved)
    member("replaced", repair.replaced?.place.path)
    objects("backups", repair.fromBackups) { writer, backup in
      writer.member("path", backup.path)
      writer.member("events", backup.events)
    }
    objects("unreadable", repair.unreadable) { writer, backup in
      writer.member("path", backup.path)
      writer.member("message", ErrorFacts(of: backup.error).message)
    }
    gaps(repair.gaps)
    member("waiting", repair.waiting)
    member("missingCommits", repair.isMissingCommits)
  }

  private mutating func gaps(_ gaps: [Salvage.Gap]) {
    objects("missing", gaps) { writer, gap in
      writer.member("writer", gap.writer.description)
      writer.objects("sequences", gap.sequences) { writer, range in
        writer.member("first", Int(clamping: range.lowerBound))
        writer.member("last", Int(clamping: range.upperBound))
      }
    }
  }

  /// Writes the result of salvaging a damaged journal.
  package mutating func salvage(_ salvage: Salvage) {
    object { writer in
      writer.member("source", salvage.source)
      writer.member("target", salvage.target)
      writer.member("events", salvage.events)
      writer.member("apart", salvage.stray)
      writer.member("missingCommits", salvage.isMissingCommits)
      writer.member("apartFile", salvage.strayFile)
      writer.gaps(salvage.gaps)
    }
  }

  /// Writes the size of a data file before and after compaction, in bytes.
  package mutating func compaction(before: Int, after: Int, isDryRun: Bool) {
    object { writer in
      if isDryRun { writer.member("dryRun", true) }
      writer.member("bytesBefore", before)
      writer.member("bytesAfter", after)
    }
  }
}
