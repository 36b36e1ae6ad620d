internal import Encodings
internal import JournalCare
internal import JournalEvents

extension PlantDetails {
  func encode(into writer: inout CBORWriter) {
    writer.array(3)
    writer.optional(location) { $0.text($1.rawValue) }
    writer.optional(identification) { writer, statement in
      writer.payload(.plantIdentified(statement.body), at: statement.at)
    }
    writer.optional(careProfile) { writer, statement in
      writer.payload(.careProfiled(statement.body), at: statement.at)
    }
  }

  init(from reader: inout CBORReader) throws {
    _ = try reader.array()
    self.init(
      location: try reader.optional { reader in
        let start = reader.offset
        guard let location = GrowingLocation(rawValue: try reader.text())
        else { throw CBORError(.outOfRange, at: start) }
        return location
      },
      identification: try reader.optional {
        try $0.payload(of: .plantIdentified)
      }.flatMap { payload in
        guard case .plantIdentified(let body) = payload.body else {
          return nil
        }
        return Statement(body, at: payload.at)
      },
      careProfile: try reader.optional {
        try $0.payload(of: .careProfiled)
      }.flatMap { payload in
        guard case .careProfiled(let body) = payload.body else { return nil }
        return Statement(body, at: payload.at)
      })
  }
}
