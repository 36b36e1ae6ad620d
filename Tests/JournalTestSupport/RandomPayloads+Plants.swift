public import JournalEvents
internal import JournalTime

/// Random edits and observations of plants.
extension SeededGenerator {
  /// An edit of any fields.
  public mutating func plantEdited() -> PlantEdited {
    var edit = PlantEdited()
    edit.scientificName = maybe { $0.text() }
    edit.commonNames = self.edit { $0.texts() }
    edit.family = self.edit { $0.text(1...9) }
    edit.genus = self.edit { $0.text(1...9) }
    edit.category = self.edit { $0.text() }
    edit.nickname = self.edit { $0.text() }
    edit.acquiredOn = self.edit { $0.day() }
    edit.source = maybe { $0.pick(IdentificationSource.allCases) }
    edit.confidence = self.edit { Double($0.int(0...1_000)) / 1_000 }
    edit.parent = self.edit { $0.id() }
    edit.tags = self.edit { $0.texts() }
    edit.location = self.edit { $0.pick(GrowingLocation.allCases) }
    return edit
  }

  private mutating func edit<Value>(
    _ value: (inout SeededGenerator) -> Value
  ) -> FieldEdit<Value> {
    switch int(0...2) {
    case 0: .keep
    case 1: .clear
    default: .set(value(&self))
    }
  }

  mutating func observation(of type: EventType) -> EventBody? {
    switch type {
    case .plantNoted: .plantNoted(note())
    case .plantMeasured: .plantMeasured(measured())
    case .plantIdentified: .plantIdentified(identified())
    case .factSet:
      .factSet(.init(name: text(), value: maybe { $0.text(1...40) }))
    case .careProfiled: .careProfiled(careProfile())
    default: nil
    }
  }

  mutating func photoBody(of type: EventType) -> EventBody? {
    switch type {
    case .photoCaptured: .photoCaptured(captured())
    case .photoAnnotated: .photoAnnotated(annotated())
    case .photoRemoved: .photoRemoved(.init(photo: photo()))
    case .photoReminderSet:
      .photoReminderSet(.init(cadence: pick(PhotoCadence.allCases)))
    default: nil
    }
  }

  /// A photo out of few, so that some events are about photos that exist.
  private mutating func photo() -> PhotoID {
    PhotoID(
      bits: UUIDBits(
        high: 0x4000, low: 0x8000_0000_0000_0200 | UInt64(int(0...3))))
  }

  private mutating func captured() -> PhotoCaptured {
    PhotoCaptured(
      photo: photo(), sha256: BlobName(of: bytes(8)),
      byteCount: int(1...99_999),
      width: int(1...100_000), height: int(1...100_000),
      mediaType: text(1...20), dateSource: pick(PhotoDateSource.allCases),
      sourceSha256: maybe { BlobName(of: $0.bytes(8)) },
      dhash: maybe { $0.text(1...16) },
      thumbnailSha256: maybe { BlobName(of: $0.bytes(8)) })
  }

  private mutating func annotated() -> PhotoAnnotated {
    var annotated = PhotoAnnotated(photo: photo())
    annotated.caption = edit { $0.text(1...40) }
    annotated.isCover = maybe { $0.one(in: 2) }
    annotated.takenAt = maybe { $0.instant() }
    annotated.isFavorite = maybe { $0.one(in: 2) }
    return annotated
  }

  private mutating func note() -> PlantNoted {
    switch int(0...3) {
    case 0: PlantNoted(text: "", replaces: hash())
    case 1: PlantNoted(text: text(1...60), replaces: hash())
    default: PlantNoted(text: text(1...60))
    }
  }

  private mutating func hash() -> EventHash {
    EventHash(of: bytes(8).span.bytes)
  }

  private mutating func measured() -> PlantMeasured {
    PlantMeasured(
      height: maybe { $0.int(1...PlantMeasured.maximumLength) },
      spread: maybe { $0.int(1...300) },
      leaves: maybe { $0.int(0...PlantMeasured.maximumLeaves) },
      pot: maybe { $0.int(1...40) }, health: maybe { $0.int(1...5) })
  }

  private mutating func identified() -> PlantIdentified {
    PlantIdentified(
      source: pick(IdentificationSource.allCases),
      confidence: maybe { Double($0.int(0...1_000)) / 1_000 },
      topResults: (0..<int(0...3)).map { _ in
        .init(
          scientificName: text(), commonNames: texts(),
          family: maybe { $0.text() },
          confidence: maybe { Double($0.int(0...8)) / 8 })
      }, photo: maybe { $0.photo() }, model: maybe { $0.text() },
      modelVersion: maybe { $0.text() },
      place: maybe {
        Coordinates(
          latitude: Double($0.int(-9_000_000...9_000_000)) / 100_000,
          longitude: Double($0.int(-18_000_000...18_000_000)) / 100_000)
      }.flatMap(\.self))
  }

  private mutating func careProfile() -> CareProfiled {
    var profile = CareProfiled(source: pick(CareProfileSource.allCases))
    profile.light = maybe { $0.int(CareProfiled.lightLevels) }
    profile.watering = maybe { random in
      let advice = random.schedule(of: .watering)
      return .init(
        intervalDays: advice.intervalDays,
        seasonalIntervalDays: advice.seasonalIntervalDays,
        amount: advice.amount)
    }
    profile.temperature = maybe { $0.temperature() }
    profile.humidity = maybe { $0.int(0...100) }
    profile.fertilizer = maybe { random in
      let advice = random.schedule(of: .fertilizing)
      return .init(
        intervalDays: advice.intervalDays, type: advice.fertilizer,
        activeMonths: advice.activeMonths)
    }
    profile.soil = maybe { $0.text() }
    profile.growth = maybe { $0.pick(GrowthRate.allCases) }
    profile.bloom = maybe { MonthSet([$0.int(1...12)]) }.flatMap(\.self)
    profile.sourceURL = maybe { $0.text() }
    return profile
  }

  private mutating func temperature() -> CareProfiled.Temperature {
    let range = CareProfiled.temperatures
    return .init(
      minimum: maybe { $0.int(range) }, maximum: int(range),
      optimal: maybe { $0.int(range) },
      isFrostTolerant: maybe { $0.one(in: 2) })
  }
}
