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
      lines.append("nothing that is known of is missing")
    }
    for gap in gaps {
      let ranges = gap.sequences.map {
        $0.count == 1
          ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
      }
      lines.append(
        "missing    writer \(gap.writer): \(ranges.joined(by: ", "))")
    }
    if isMissingCommits {
      lines.append(
        "missing    events that were acknowledged last, as the file 'head' beside the data tells"
      )
    }
    return lines
  }
}

extension JSONWriter {
  /// Writes the result of salvaging a damaged journal.
  package mutating func salvage(_ salvage: Salvage) {
    object { writer in
      writer.member("source", salvage.source)
      writer.member("target", salvage.target)
      writer.member("events", salvage.events)
      writer.member("apart", salvage.stray)
      writer.member("missingCommits", salvage.isMissingCommits)
      writer.member("apartFile", salvage.strayFile)
      writer.objects("missing", salvage.gaps) { writer, gap in
        writer.member("writer", gap.writer.description)
        writer.objects("sequences", gap.sequences) { writer, range in
          writer.member("first", Int(clamping: range.lowerBound))
          writer.member("last", Int(clamping: range.upperBound))
        }
      }
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
