import JournalCare
import JournalEvents
import JournalQueries
import JournalTestSupport
import JournalTime

extension PlantView {
  /// Everything that an export tells of the plant, to the byte.
  var portrait: [String: [UInt8]] {
    let profile = state.profile
    let texts: [String: String?] = [
      "id": id.description, "nickname": profile?.nickname,
      "scientificName": profile?.scientificName,
      "commonNames": profile?.commonNames.joined(separator: "\0"),
      "family": profile?.family, "genus": profile?.genus,
      "category": profile?.category, "room": room.description,
      "growingLocation": state.details.location?.rawValue,
      "favorite": "\(state.isFavorite)",
      "tags": profile?.tags.joined(separator: "\0"),
      "acquiredOn": profile?.acquiredOn?.description,
      "addedAt": state.addedAt?.description,
      "source": profile?.source.rawValue,
      "confidence": profile?.confidence?.description,
      "parent": profile?.parent?.description,
      "removed": state.removal.map { "\($0.reason) \($0.at)" },
      "notes": notes.joined(separator: "\0"),
    ]
    let own = facts.map { ("own \($0.field.name)", $0.value) }
    return texts.compactMapValues { $0?.bytes }
      .merging(own.map { ($0, $1.bytes) }) { $1 }
  }
}

extension SeededGenerator {
  /// Commands that make a collection whose plants fill every field.
  mutating func collection() -> [(PlantCommand, PlantID)] {
    var nicknames: Set<String> = []
    var commands: [(PlantCommand, PlantID)] = []
    for _ in 0..<int(1...8) {
      let id: PlantID = id()
      let plant = plant(nicknames: &nicknames)
      commands.append((.add(plant), id))
      if one(in: 2) { commands.append((.edit(location()), id)) }
      if one(in: 2) { commands.append((.favorite(true), id)) }
      for field in ImportFixture.fields where one(in: 2) {
        let value = self.value(of: field)
        commands.append((.setFact(.init(name: field.name, value: value)), id))
      }
      for _ in 0..<int(0...3) {
        commands.append((.note(.init(text: cellName())), id))
      }
      if one(in: 4) {
        commands.append((.remove(pick(RemovalReason.allCases)), id))
      }
    }
    return commands
  }

  private mutating func plant(nicknames: inout Set<String>) -> PlantAdded {
    var nickname = maybe { $0.lineName() }
    if let name = nickname, !nicknames.insert(name.lowercased()).inserted {
      nickname = nil
    }
    return PlantAdded(
      scientificName: lineName(), commonNames: names(),
      family: maybe { $0.lineName() } ?? "",
      genus: maybe { $0.lineName() } ?? "",
      category: maybe { $0.lineName() }, nickname: nickname,
      room: maybe { $0.pick(StandardRoom.allCases).id },
      acquiredOn: maybe { $0.day() },
      source: pick(IdentificationSource.allCases),
      confidence: maybe { Double($0.int(0...1_000_000)) / 1_000_000 },
      parent: maybe { $0.id() }, tags: names())
  }

  private mutating func value(of field: FactField) -> String {
    switch field.kind {
    case .text: lineName()
    case .number: pick(["-0.50", "0", "12.5", "123456789012345"])
    case .day: day().description
    case .choice(let words): pick(words)
    }
  }

  private mutating func location() -> PlantEdited {
    var edit = PlantEdited()
    edit.location = .set(pick(GrowingLocation.allCases))
    return edit
  }

  /// A name as new input may have it.
  private mutating func lineName() -> String {
    while true {
      let name = NewName.trimmed(cellName())
      if !name.isEmpty, !NewName.isBroken(name) { return name }
    }
  }

  private mutating func names() -> [String] {
    (0..<int(0...4)).map { _ in lineName() }
  }
}
