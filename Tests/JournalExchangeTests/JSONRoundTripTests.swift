import Encodings
import JournalCare
import JournalEvents
import JournalExchange
import JournalFormats
import JournalProjections
import JournalQueries
import JournalTestSupport
import JournalTime
import LMDBKit
import Testing

/// Every field of a plant survives the way through the JSON document.
@Suite struct JSONRoundTripTests {
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func everyFieldComesBack(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let fixture = try ImportFixture()
    try fixture.defineFields()
    try fixture.perform(generator.collection())
    let bytes = try Self.export(fixture.journal)
    let document = try JSONReader.parse(bytes.span.bytes)
    guard case .array(let plants) = document["collection"] else {
      throw TestFailure("no collection")
    }
    let expected = try fixture.plants()
    #expect(plants.count == expected.count, "seed \(seed)")
    for (value, view) in zip(plants, expected) {
      #expect(
        value.portrait == view.portrait.merging(view.numbers) { $1 },
        "seed \(seed)")
    }
  }

  private static func export(_ journal: Journal) throws -> [UInt8] {
    try journal.snapshot(clock: ImportFixture.now) {
      try $0.exportDocument(includesRemoved: true)
    }
  }
}

extension PlantView {
  /// The facts that are numbers, as a reader of JSON has them.
  fileprivate var numbers: [String: [UInt8]] {
    let numbers = facts.compactMap { fact in
      fact.number.map { ("own \(fact.field.name)", $0.description.bytes) }
    }
    return Dictionary(uniqueKeysWithValues: numbers)
  }
}

extension JSONValue {
  /// A plant of the document in the form of `PlantView.portrait`.
  fileprivate var portrait: [String: [UInt8]] {
    let texts: [String: String?] = [
      "id": text("id"), "nickname": text("nickname"),
      "scientificName": text("scientificName"),
      "commonNames": texts("commonNames"), "family": text("family"),
      "genus": text("genus"), "category": text("category"),
      "room": text("room"), "growingLocation": text("location"),
      "favorite": text("isFavorite"),
      "tags": texts("tags"), "acquiredOn": text("acquiredOn"),
      "addedAt": text("addedAt"), "source": text("source"),
      "confidence": number("confidence"), "parent": text("parent"),
      "removed": self["removed"].flatMap { removed in
        removed.text("reason").map {
          "\($0) \(removed.text("at") ?? "")"
        }
      }, "notes": texts("notes"),
    ]
    return texts.compactMapValues { $0?.bytes }.merging(facts) { $1 }
  }

  private var facts: [String: [UInt8]] {
    guard let facts = self["facts"], case .object(let members) = facts
    else { return [:] }
    let pairs = members.map(\.name).compactMap { name in
      (facts.text(name) ?? facts.number(name)).map { ("own \(name)", $0.bytes) }
    }
    return Dictionary(uniqueKeysWithValues: pairs)
  }

  private func text(_ name: String) -> String? {
    switch self[name] {
    case .string(let text): text
    case .bool(let value): "\(value)"
    default: nil
    }
  }

  private func texts(_ name: String) -> String? {
    guard case .array(let items) = self[name] else { return nil }
    let texts = items.compactMap { item -> String? in
      guard case .string(let text) = item else { return nil }
      return text
    }
    return texts.joined(separator: "\0")
  }

  private func number(_ name: String) -> String? {
    switch self[name] {
    case .integer(let value): Double(value).description
    case .number(let value): value.description
    default: nil
    }
  }
}
