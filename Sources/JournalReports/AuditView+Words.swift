internal import Encodings
package import JournalCare
internal import JournalEvents
package import JournalQueries

extension AuditView {
  /// Returns the people or devices that gave the care of a kind, with counts.
  package func givers(of audit: CareAudit) -> String {
    shares(of: [audit]).map { "\($0.name) \($0.count)" }.joined(by: ", ")
  }

  /// Returns the devices that recorded care, each with its writer and its
  /// count; `nil` if there are none.
  package static func recorders(of shares: [Share]) -> String? {
    let texts = shares.flatMap(\.devices).map { recorder, count in
      let id = String(recorder.writer.description.prefix(4))
      let name = (recorder.name?.shown).map { "\($0) (\(id))" } ?? id
      return "\(name)\(recorder.home): \(count)"
    }
    return texts.isEmpty ? nil : texts.joined(by: "; ")
  }
}

extension AuditView.Share {
  /// The name of the person, or else of the device.
  package var name: String {
    guard let person else { return devices[0].recorder.described }
    return WriterName(device: person).shown ?? person
  }
}

extension Recorder {
  fileprivate var described: String {
    name == nil && isOfHome ? shown : shown + home
  }

  fileprivate var home: String { isOwn ? ", this home" : "" }
}

extension CareAudit.Outcome {
  /// The outcome in a word, for legends.
  package var words: String {
    switch self {
    case .given: "given"
    case .late: "late"
    case .skipped: "skipped"
    case .missed: "missed"
    }
  }
}
