internal import Encodings
internal import ErrorKit
internal import JournalEvents
package import JournalQueries
package import JournalSync
internal import TextKit

// Outcomes of syncs in words.

extension SyncOutcome {
  /// Returns the outcome, in lines.
  package func lines(
    _ names: NewsNames, _ wording: Wording, isDryRun: Bool
  ) -> [String] {
    let name = remote.name
    guard let report else {
      guard case .failure(let error) = result else { return [] }
      let facts = ErrorFacts(of: error)
      let hint = facts.remedy.map { SafeText.shown(wording.remedy($0)) }
      return ["\(name): could not sync: \(facts.sentence)"]
        + (hint.map { ["\(name): \($0)"] } ?? [])
    }
    var lines = news(names, wording, isDryRun: isDryRun)
    if report.received.isEmpty, report.sent.isEmpty, !report.isReadOnly,
      report.files.map({ $0.received.all + $0.sent.all == 0 }) ?? true
    {
      lines.append(
        report.journal == nil ? "nothing to sync yet" : "nothing new")
    }
    if let left = report.files?.left?.words(wording) { lines.append(left) }
    let cost = report.cost
    if cost.requests > 0 {
      lines.append(
        "\(Phrase.count(cost.requests, "request")), \(cost.bytesSent.kibibytes) sent, \(cost.bytesReceived.kibibytes) received"
      )
    }
    return lines.map { "\(name): \($0)" }
  }

  /// Returns the transfers and the problems, in lines.
  package func news(
    _ names: NewsNames, _ wording: Wording, isDryRun: Bool = false
  ) -> [String] {
    guard let report else { return [] }
    var lines: [String] = []
    for (writer, events) in report.received.sorted(by: { $0.key < $1.key }) {
      let count = Phrase.count(events.count, "event")
      let source = names.shown(writer)
      let details = isDryRun ? "" : events.text(names)
      lines.append(
        Verb.receive.sentence(
          "\(count) from \(source)" + (details.isEmpty ? "" : ": " + details),
          isDryRun: isDryRun))
    }
    if !report.received.isEmpty, !isDryRun {
      lines += names.linesOnDeparted(wording)
    }
    lines += report.lostEdits.lines(wording)
    let sent = report.sent.values.reduce(0, +)
    if sent > 0 {
      lines.append(
        Verb.send.sentence(
          Phrase.count(Int(clamping: sent), "event"), isDryRun: isDryRun))
    }
    for writer in report.forkedWriters.sorted() {
      lines.append(names.lineOnFork(of: writer))
    }
    for (writer, count) in report.lost.sorted(by: { $0.key < $1.key }) {
      lines.append(
        "lacked \(Phrase.count(Int(clamping: count), "event")) of \(names.shown(writer)) that it held before"
      )
    }
    if report.erased > 0 {
      lines.append(
        "erased here what \(Phrase.count(report.erased, "event")) said")
    }
    if report.rewritten > 0 {
      lines.append(
        "rewrote \(Phrase.count(report.rewritten, "segment")) without what was erased"
      )
    }
    if report.sweptFiles > 0 {
      lines.append(
        "removed \(Phrase.count(report.sweptFiles, "file")) of photos that no event names"
      )
    }
    if report.erasedThere > 0 {
      lines.append(remote.line(holding: report.erasedThere, wording))
    }
    for gap in report.gaps.prefix(5) {
      lines.append(gap.text(of: names.shown(gap.writer)))
    }
    let moreGaps = report.gaps.count - 5 + report.moreGaps
    if moreGaps > 0 {
      lines.append("lacks events of \(moreGaps) more writers")
    }
    for refusal in report.refused.prefix(5) {
      lines.append(
        "refused \(SafeText.shown(refusal.name)): \(SafeText.shown(refusal.reason))"
      )
    }
    let moreRefused = report.refused.count - 5 + report.moreRefused
    if moreRefused > 0 { lines.append("refused \(moreRefused) more") }
    if !report.refused.isEmpty {
      lines.append(wording.remedy(.checkRemote))
    }
    if let files = report.files {
      lines += files.lines(isDryRun: isDryRun)
    }
    if report.isReadOnly {
      lines.append("may only be read from here; what is new here stays here")
    }
    return lines
  }

  /// Returns the outcome in one line. `hasTurned` is `true` if syncs just began
  /// to fail, or to succeed.
  package func line(
    _ names: NewsNames, _ wording: Wording, hasTurned: Bool = false
  ) -> String {
    guard case .failure(let error) = result else {
      let news = (hasTurned ? ["works again"] : []) + news(names, wording)
      return "\(remote.name): "
        + (news.isEmpty ? "nothing new" : news.joined(by: "; "))
    }
    let message = ErrorFacts(of: error).sentence
    return "\(remote.name): could not sync: \(message)"
      + (hasTurned ? "; it is tried again from time to time" : "")
  }
}

extension Int {
  /// The number of bytes, in words.
  fileprivate var kibibytes: String {
    self < 1024 ? "\(self) bytes" : "\((self + 512) / 1024) KiB"
  }
}

extension SyncReport.Left {
  /// Returns the number of photos that were not transferred, and the remedy;
  /// `nil` if there are none.
  fileprivate func words(_ wording: Wording) -> String? {
    let counts = [(notHere, "not here"), (notThere, "not sent")]
      .filter { $0.0 > 0 }
    guard !counts.isEmpty else { return nil }
    return "\(Phrase.count(notHere + notThere, "photo")) stayed behind ("
      + counts.map { "\($0.0) \($0.1)" }.joined(by: ", ") + "); "
      + wording.remedy(.syncPhotos)
  }
}

extension SyncReport.Files {
  fileprivate func lines(isDryRun: Bool) -> [String] {
    var lines: [String] = []
    for (count, verb) in [
      (received, Verb.receive), (sent, Verb.send),
    ] where count.all > 0 {
      let things = [(count.thumbnails, "thumbnail"), (count.photos, "photo")]
      let words = things.filter { $0.0 > 0 }.map { Phrase.count($0.0, $0.1) }
      lines.append(
        verb.sentence(Phrase.list(words, joinedBy: "and"), isDryRun: isDryRun))
    }
    for refusal in refused.prefix(5) {
      lines.append(
        "refused photo \(refusal.name.prefix(8)): \(SafeText.shown(refusal.reason))"
      )
    }
    if refused.count > 5 {
      lines.append("refused \(refused.count - 5) more photos")
    }
    if let room {
      lines.append("has little room left: \(room.kibibytes)")
    }
    guard !missing.isEmpty else { return lines }
    let names = Set(missing.flatMap(\.remotes)).sorted()
    lines.append(
      "\(Phrase.count(missing.count, "photo")) \(missing.count == 1 ? "is" : "are") missing here"
        + (names.isEmpty
          ? "; no remote is known to have any"
          : "; look at \(names.joined(by: ", "))"))
    return lines
  }
}

extension SyncReport.Gap {
  /// Returns the line on the events that a remote lacks of this writer.
  package func text(of writer: String) -> String {
    "lacks events \(sequences.lowerBound) to \(sequences.upperBound) of \(writer), so later ones wait; a replica that holds them will bring them"
  }
}

extension Remote {
  /// Returns the line on erased events whose data a remote may still hold.
  fileprivate func line(holding count: Int, _ wording: Wording) -> String {
    "may still hold what \(Phrase.count(count, "erased event")) said; "
      + wording.remedy(.compactRemote(name))
  }
}

extension RemoteStatus {
  /// Returns the events and the erasures that a remote lacks, in lines.
  package func lines(of remote: Remote, _ wording: Wording) -> [String] {
    gaps.map { gap in
      let writer = writers.first { $0.recorder.writer == gap.writer }
      return gap.text(
        of: writer?.recorder.shownName ?? gap.writer.shownShortly)
    } + erasures.lines(of: remote, wording)
  }
}

extension [RemoteSurplus] {
  /// The number of events that each remote holds.
  package var words: String {
    let parts = map {
      "\(Phrase.count(Int(clamping: $0.events), "event")) from '\($0.remote.name)'"
    }
    return Phrase.list(parts, joinedBy: "and")
  }
}

extension RemoteErasures {
  fileprivate func lines(of remote: Remote, _ wording: Wording) -> [String] {
    guard count > 0 else { return [] }
    let all = Phrase.count(count, "event")
    var lines: [String] = []
    if unheard > 0 {
      lines.append(
        "is not known to have heard of the erasure of \(unheard) of \(all)")
    } else if remaining == nil {
      lines.append("confirms the erasure of \(all)")
    } else {
      lines.append(
        "holds the erasure of \(all); which machines have taken it from there is not known"
      )
    }
    if let remaining, remaining > 0 {
      lines.append(remote.line(holding: remaining, wording))
    }
    return lines
  }
}

extension Recorder {
  /// The name, or else the beginning of the id, marked if it is this home's.
  package var shownName: String {
    let name = name?.shown ?? writer.shownShortly
    return isOwn ? "this home (\(name))" : name
  }
}
