public import Encodings
public import JournalCare
internal import JournalEvents
public import JournalTime

/// A table of plants that was read.
public struct PlantTable: Sendable {
  /// The plants, in the order of the table.
  public let plants: [IncomingPlant]
  /// The columns about the plant in the table.
  public let columns: Set<PlantColumn>
  /// The custom fields with columns in the table.
  public let fields: [FactField]
  /// The names of unknown columns.
  public let unknownColumns: [String]
  /// The last line, if it may be incomplete.
  public let openEnd: Int?

  /// Reads a table.
  ///
  /// - `zone`: The zone of the table's times.
  /// - `fields`: The custom fields that the table may have.
  /// - `clears`: Whether a cell `-` clears its field.
  /// - `progress`: Receives the number of bytes read.
  /// - Throws: `CSVError`, or `TableError` that names every bad cell, or the
  ///   export that this table is instead.
  public init(
    csv source: @escaping ByteSource, zone: TimeZoneRules,
    fields: [FactField] = [], clears: Bool = false,
    progress: (Int) -> Void = { _ in }
  ) throws {
    var reading = try TableReading<PlantTableColumn>(source, fields)
    if let other = ExportedTable(header: reading.header.names) {
      throw TableError.exported(other)
    }
    let begin = { (line: Int) in IncomingPlant(place: "line \(line)") }
    var plants = try reading.rows(beginning: begin, progress: progress) {
      cell, column, plant throws(CellError) in
      if clears, cell.asksToClear { return try plant.clear(column) }
      switch column {
      case .plant(let column):
        plant.told.insert(column)
        try plant.take(cell, as: column, in: zone)
      case .care(let column):
        try plant.take(cell, as: column, in: zone)
      case .own(let field):
        plant.facts[field.name] = .some(try cell.value(of: field))
      }
    }
    self.fields = reading.header.columns.compactMap { column in
      guard case .own(let field) = column else { return nil }
      return field
    }
    columns = Set(
      reading.header.columns.compactMap { column in
        guard case .plant(let column) = column else { return nil }
        return column
      })
    unknownColumns = reading.header.unknownNames
    openEnd = reading.openEnd
    // In a table with a column of genera, an empty cell means an unknown genus.
    if columns.contains(.genus) {
      for index in plants.indices where plants[index].genus == nil {
        plants[index].genus = ""
      }
    }
    self.plants = plants
  }
}

extension Cell {
  /// Returns the value of a custom field.
  fileprivate func value(of field: FactField) throws(CellError) -> String {
    if field.kind == .day { return try day().description }
    guard let value = field.kind.value(typed: text) else {
      throw CellError(
        "holds '\(text.shortened)', which is not \(field.kind.expectation)")
    }
    return value
  }
}

extension IncomingPlant {
  /// Notes that a column is to be cleared.
  fileprivate mutating func clear(
    _ column: PlantTableColumn
  ) throws(CellError) {
    switch column {
    case .plant(let column): told.insert(column)
    case .own(let field): facts[field.name] = .some(nil)
    case .care(.every(let kind)): endedSchedules.append(kind)
    case .care(.last):
      throw CellError("holds '-', but an import clears no care")
    }
  }

  /// Takes over the value of a cell.
  fileprivate mutating func take(
    _ cell: Cell, as column: PlantColumn, in zone: TimeZoneRules
  ) throws(CellError) {
    switch column {
    case .id: id = try cell.id(PlantID.self)
    case .shortID: shortID = try cell.name().lowercased()
    case .nickname: nickname = try cell.name()
    case .scientificName: scientificName = try cell.name()
    case .commonNames: commonNames = try cell.names()
    case .family: family = try cell.name()
    case .genus: genus = try cell.name()
    case .category: category = try cell.name()
    case .room: room = try cell.name()
    case .growingLocation:
      growingLocation = try cell.choice(of: GrowingLocation.self)
    case .isFavorite: isFavorite = try cell.bool()
    case .tags: tags = try cell.names()
    case .acquiredOn: acquiredOn = try cell.day()
    case .addedAt: addedAt = try cell.instant(in: zone)
    case .source: source = try cell.choice(of: IdentificationSource.self)
    case .confidence: confidence = try cell.fraction()
    case .parent: parent = try cell.name()
    case .removed:
      let reason = try cell.choice(of: RemovalReason.self)
      removal = Removal(reason: reason, at: removal?.at)
    case .removedAt:
      let at = try cell.instant(in: zone)
      removal = Removal(reason: removal?.reason ?? .other, at: at)
    case .notes: notes = try cell.notes()
    case .mergedInto: mergedInto = try cell.id(PlantID.self)
    }
  }

  fileprivate mutating func take(
    _ cell: Cell, as column: CareColumn, in zone: TimeZoneRules
  ) throws(CellError) {
    switch column {
    case .last(let kind):
      cares.append(Care(kind: kind, at: try cell.instant(in: zone)))
    case .every(let kind):
      let days = try cell.interval()
      schedules.append(ScheduleSet(kind: kind, intervalDays: days))
    }
  }
}
