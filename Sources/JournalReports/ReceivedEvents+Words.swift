package import Encodings
package import JournalActions
package import JournalDoctor
internal import JournalEvents
package import JournalQueries
internal import TextKit

extension ReceivedEvents {
  /// Returns the received events in words, in lines.
  package func lines(
    _ names: NewsNames, _ wording: Wording, isDryRun: Bool
  ) -> [String] {
    var lines = [
      Verb.receive.sentence(
        "\(new) events, \(duplicates) held already", isDryRun: isDryRun)
    ]
    for (writer, news) in news.sorted(by: { $0.key < $1.key }) {
      let text = news.text(names)
      if !text.isEmpty { lines.append("\(names.shown(writer)): \(text)") }
    }
    if erased > 0 {
      lines.append(
        Verb("erase", "erased").sentence(
          "what \(Phrase.count(erased, "event")) said", isDryRun: isDryRun))
    }
    return lines + forkedWriters.sorted().map(names.lineOnFork)
      + names.linesOnDeparted(wording) + lostEdits.lines(wording)
  }
}

extension JSONWriter {
  /// Writes the received events, and the conflicts after them.
  package mutating func received(
    _ events: ReceivedEvents, _ names: NewsNames, _ conflicts: [Finding],
    _ wording: Wording, isDryRun: Bool
  ) {
    object { writer in
      if isDryRun { writer.member("dryRun", true) }
      writer.member("received", events.new)
      writer.member("duplicates", events.duplicates)
      writer.member("erased", events.erased)
      writer.member(
        "forkedWriters", events.forkedWriters.sorted().map(\.description))
      writer.news("news", events.news, names)
      writer.conflicts(conflicts, wording)
      writer.lostEdits(events.lostEdits, wording)
    }
  }
}
