internal import Encodings
package import JournalCare
internal import JournalEvents
package import JournalQueries

extension AuditView {
  /// Who gave the care of a kind, and how often.
  package func givers(of audit: CareAudit) -> String {
    shares(of: [audit]).map { "\($0.name) \($0.count)" }.joined(by: ", ")
  }

  /// Which devices recorded care, each with its writer and how often; `nil`
  /// where none did.
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
  /// The person, else the device.
  package var name: String {
    guard let person else { return devices[0].recorder.described }
    return WriterName(device: person).shown ?? person
  }
}

extension Recorder {
  fileprivate var described: String { shown + home }

  fileprivate var home: String { isOwn ? ", this home" : "" }
}
