package import Encodings
internal import JournalTime

/// A text; reading stored events does not check its length.
struct TextCodec: FieldCodec {
  enum Kind {
    case name
    case optionalName
    case note
    case url
    case amount
  }

  let kind: Kind

  var form: FieldForm {
    switch kind {
    case .name: .name
    case .optionalName: .optionalName
    case .note: .note
    case .url: .text(limit: CareProfiled.urlLimit)
    case .amount: .amount
    }
  }
  var example: String { kind == .amount ? "250ml" : "text" }

  func read(_ reader: inout CBORReader) throws(CBORError) -> String? {
    try reader.text()
  }

  func write(_ value: String, to writer: inout CBORWriter) {
    writer.text(value)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> String {
    let text = try field.text(json, form)
    switch kind {
    case .name: return try field.name(text)
    case .optionalName: return try field.name(text, least: 0)
    case .note: return try field.note(text)
    case .url: return try field.checked(text, 1...CareProfiled.urlLimit)
    case .amount:
      return try field.value(json, form) {
        WateringAmount.isAmount($0) ? $0 : nil
      }
    }
  }
}

struct NamesCodec: FieldCodec {
  var form: FieldForm { .names }
  var example: [String] { ["text"] }

  func read(_ reader: inout CBORReader) throws(CBORError) -> [String]? {
    var texts: [String] = []
    for _ in 0..<(try reader.array()) { texts.append(try reader.text()) }
    return texts
  }

  func write(_ value: [String], to writer: inout CBORWriter) {
    writer.array(value.count)
    for text in value { writer.text(text) }
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> [String] {
    try field.items(json, form).map { item in
      guard case .string(let text) = item else {
        throw field.error("must be a list of strings")
      }
      return try field.name(text)
    }
  }
}

/// A value that is a text in CBOR and in JSON.
protocol TextualValue: Hashable, Sendable, CustomStringConvertible {
  static var form: FieldForm { get }
  static var example: Self { get }
  init?(utf8: RawSpan)
  func withUTF8<R>(_ use: (RawSpan) -> R) -> R
}

extension TextualValue {
  func withUTF8<R>(_ use: (RawSpan) -> R) -> R {
    use(description.utf8.span.bytes)
  }
}

extension Day: TextualValue {
  static var form: FieldForm { .day }
  static var example: Day { Day(number: 0) }
}

extension TimeOfDay: TextualValue {
  static var form: FieldForm { .time }
  static var example: TimeOfDay { TimeOfDay(minutesSinceMidnight: 0) }
}

extension OffsetInstant: TextualValue {
  static var form: FieldForm { .instant }
  static var example: OffsetInstant {
    OffsetInstant(instant: Instant(milliseconds: 0), offsetMinutes: 0)
  }
}

extension TaskKind: TextualValue {
  static var form: FieldForm { .kind }
  static var example: TaskKind { .watering }
}

struct TextualCodec<Value: TextualValue>: FieldCodec {
  var form: FieldForm { Value.form }
  var example: Value { Value.example }

  func read(_ reader: inout CBORReader) throws(CBORError) -> Value? {
    Value(utf8: try reader.textBytes())
  }

  func write(_ value: Value, to writer: inout CBORWriter) {
    value.withUTF8 { writer.text(utf8: $0) }
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> Value {
    try field.value(json, form) { Value(utf8: $0.utf8.span.bytes) }
  }
}

/// A text out of a fixed list.
struct ChoiceCodec<Value>: FieldCodec
where Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
  var form: FieldForm { .choice(Value.allCases.map(\.rawValue)) }
  var example: Value { Value.allCases[Value.allCases.startIndex] }

  func read(_ reader: inout CBORReader) throws(CBORError) -> Value? {
    Value(rawValue: try reader.text())
  }

  func write(_ value: Value, to writer: inout CBORWriter) {
    writer.text(value.rawValue)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> Value {
    try field.value(json, form) { Value(rawValue: $0) }
  }
}

/// An id: bytes in CBOR; in JSON a UUID or, for plants and rooms, a name.
struct IDCodec<ID: UniqueID>: FieldCodec {
  enum Kind {
    case id
    case plant
    case room
  }

  let kind: Kind

  var form: FieldForm {
    switch kind {
    case .id: .id
    case .plant: .plant
    case .room: .room
    }
  }
  var example: ID { ID(bits: UUIDBits(high: 0, low: 0)) }

  func read(_ reader: inout CBORReader) throws(CBORError) -> ID? {
    try reader.id()
  }

  func write(_ value: ID, to writer: inout CBORWriter) {
    writer.head(2, UInt64(ID.byteCount))
    value.append(to: &writer.bytes)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> ID {
    let text = try field.text(json, form)
    switch kind {
    case .plant: return ID(bits: try field.parser.plant(text).bits)
    case .room: return ID(bits: try field.parser.room(text).bits)
    case .id: return try field.value(json, form) { ID($0) }
    }
  }
}

/// An event's hash: bytes in CBOR, hexadecimal in JSON.
struct HashCodec: FieldCodec {
  var form: FieldForm { .hash }
  var example: EventHash { .zero }

  func read(_ reader: inout CBORReader) throws(CBORError) -> EventHash? {
    try reader.hash()
  }

  func write(_ value: EventHash, to writer: inout CBORWriter) {
    writer.head(2, UInt64(EventHash.byteCount))
    value.append(to: &writer.bytes)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> EventHash {
    try field.value(json, form) { EventHash($0) }
  }
}

struct BoolCodec: FieldCodec {
  var form: FieldForm { .bool }
  var example: Bool { false }

  func read(_ reader: inout CBORReader) throws(CBORError) -> Bool? {
    try reader.bool()
  }

  func write(_ value: Bool, to writer: inout CBORWriter) {
    writer.bool(value)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> Bool {
    guard case .bool(let value) = json else {
      throw field.mismatch(json, form)
    }
    return value
  }
}

/// A whole number within limits.
struct IntegerCodec<Number: FixedWidthInteger>: FieldCodec {
  let range: ClosedRange<Number>

  var form: FieldForm {
    .integer(Int(clamping: range.lowerBound)...Int(clamping: range.upperBound))
  }
  var example: Number { range.lowerBound }

  func read(_ reader: inout CBORReader) throws(CBORError) -> Number? {
    checked(try reader.integer())
  }

  func write(_ value: Number, to writer: inout CBORWriter) {
    writer.integer(Int64(clamping: value))
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> Number {
    guard let integer = json.wholeNumber else {
      throw field.mismatch(json, form)
    }
    guard let value = checked(integer) else {
      throw field.error("must be \(form.expectation), not \(integer)")
    }
    return value
  }

  private func checked(_ integer: Int64) -> Number? {
    guard let number = Number(exactly: integer), range.contains(number) else {
      return nil
    }
    return number
  }
}

/// A number within limits.
struct NumberCodec: FieldCodec {
  let range: ClosedRange<Int>

  var form: FieldForm { .number(range) }
  var example: Double { 0.5 }

  func read(_ reader: inout CBORReader) throws(CBORError) -> Double? {
    let value = try reader.float()
    return contains(value) ? value : nil
  }

  func write(_ value: Double, to writer: inout CBORWriter) {
    writer.float(value)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> Double {
    let value: Double
    switch json {
    case .integer(let integer): value = Double(integer)
    case .number(let number): value = number
    default: throw field.mismatch(json, form)
    }
    guard contains(value) else {
      throw field.error(
        "must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func contains(_ value: Double) -> Bool {
    (Double(range.lowerBound)...Double(range.upperBound)).contains(value)
  }
}

struct MonthsCodec: FieldCodec {
  var form: FieldForm { .months }
  var example: MonthSet { .all }

  func read(_ reader: inout CBORReader) throws(CBORError) -> MonthSet? {
    var months: [Int] = []
    for _ in 0..<(try reader.array()) {
      months.append(Int(clamping: try reader.integer()))
    }
    return MonthSet(months)
  }

  func write(_ value: MonthSet, to writer: inout CBORWriter) {
    let months = value.months
    writer.array(months.count)
    for month in months { writer.unsigned(UInt64(month)) }
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> MonthSet {
    guard case .array(let items) = json else {
      throw field.mismatch(json, form)
    }
    var months: [Int] = []
    for item in items {
      guard let month = item.wholeNumber, month <= 12,
        month > months.last ?? 0
      else { throw field.error("must be months 1 to 12, ascending") }
      months.append(Int(month))
    }
    guard let set = MonthSet(months) else {
      throw field.error("must name a month")
    }
    return set
  }
}

struct SeasonsCodec: FieldCodec {
  var form: FieldForm { .seasons }
  var example: SeasonalIntervals { SeasonalIntervals([.winter: 14]) }

  private static let days = 1...Int64(ScheduleSet.maximumInterval)

  func read(
    _ reader: inout CBORReader
  ) throws(CBORError) -> SeasonalIntervals? {
    var days: [Season: Int] = [:]
    var previous: String?
    for _ in 0..<(try reader.map()) {
      let start = reader.offset
      let key = try reader.text()
      if let previous, !previous.precedesInCBOR(key) {
        throw CBORError(.badKeys, at: start)
      }
      previous = key
      let value = try reader.integer()
      guard let season = Season(rawValue: key), Self.days.contains(value)
      else { return nil }
      days[season] = Int(value)
    }
    return SeasonalIntervals(days)
  }

  func write(_ value: SeasonalIntervals, to writer: inout CBORWriter) {
    // All names have six letters.
    let entries = value.entries.sorted {
      $0.season.rawValue < $1.season.rawValue
    }
    writer.map(entries.count)
    for entry in entries {
      writer.text(entry.season.rawValue)
      writer.integer(Int64(entry.days))
    }
  }

  func parse(
    _ json: JSONValue, of field: JSONField
  ) throws -> SeasonalIntervals {
    guard case .object(let members) = json else {
      throw field.mismatch(json, form)
    }
    guard !members.isEmpty else { throw field.error("must name a season") }
    var days: [Season: Int] = [:]
    for member in members {
      guard let season = Season(rawValue: member.name) else {
        throw field.error(
          "names '\(member.name)'; the seasons are spring, summer, autumn and winter"
        )
      }
      guard let value = member.value.wholeNumber, Self.days.contains(value)
      else {
        throw field.error(
          "must give \(member.name) 1 to \(ScheduleSet.maximumInterval) days")
      }
      days[season] = Int(value)
    }
    return SeasonalIntervals(days)
  }
}

struct SettingCodec: FieldCodec {
  var form: FieldForm { .setting }
  var example: SettingValue { .bool(true) }

  func read(_ reader: inout CBORReader) throws(CBORError) -> SettingValue? {
    try SettingValue(from: &reader)
  }

  func write(_ value: SettingValue, to writer: inout CBORWriter) {
    value.write(to: &writer)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> SettingValue {
    switch json {
    case .string(let text):
      return .text(try field.checked(text, 0...FieldForm.nameLimit))
    case .bool(let value): return .bool(value)
    default:
      guard let value = json.wholeNumber else {
        throw field.error("must be \(form.expectation)")
      }
      return .integer(value)
    }
  }
}

extension SettingValue {
  package init(from reader: inout CBORReader) throws(CBORError) {
    guard !reader.readNull() else {
      self = .null
      return
    }
    self =
      switch try reader.peekMajor() {
      case 3: .text(try reader.text())
      case 7: .bool(try reader.bool())
      default: .integer(try reader.integer())
      }
  }

  package func write(to writer: inout CBORWriter) {
    switch self {
    case .text(let value): writer.text(value)
    case .bool(let value): writer.bool(value)
    case .integer(let value): writer.integer(value)
    case .null: writer.null()
    }
  }
}

struct ObjectCodec<Object: FieldGroup>: FieldCodec {
  var form: FieldForm { .object(FieldLister.fields(of: Object.self)) }
  var example: Object { FieldLister.example() }

  func read(_ reader: inout CBORReader) throws(CBORError) -> Object? {
    try MapReader.object(&reader)
  }

  func write(_ value: Object, to writer: inout CBORWriter) {
    FieldWriter.write(value, to: &writer)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> Object {
    guard case .object(let members) = json else {
      throw field.mismatch(json, form)
    }
    return try field.object(members)
  }
}

struct ObjectsCodec<Object: FieldGroup>: FieldCodec {
  var form: FieldForm { .objects(FieldLister.fields(of: Object.self)) }
  var example: [Object] { [FieldLister.example()] }

  func read(_ reader: inout CBORReader) throws(CBORError) -> [Object]? {
    var objects: [Object] = []
    for _ in 0..<(try reader.array()) {
      guard let object = try MapReader.object(&reader) as Object? else {
        return nil
      }
      objects.append(object)
    }
    return objects
  }

  func write(_ value: [Object], to writer: inout CBORWriter) {
    writer.array(value.count)
    for object in value { FieldWriter.write(object, to: &writer) }
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> [Object] {
    try field.items(json, form).map { item in
      guard case .object(let members) = item else {
        throw field.error("must be a list of objects")
      }
      return try field.object(members)
    }
  }
}

extension FieldCodec where Self == TextCodec {
  static var name: Self { Self(kind: .name) }
  static var optionalName: Self { Self(kind: .optionalName) }
  static var note: Self { Self(kind: .note) }
  static var url: Self { Self(kind: .url) }
  static var amount: Self { Self(kind: .amount) }
}
extension FieldCodec where Self == NamesCodec {
  static var names: Self { Self() }
}
extension FieldCodec where Self == TextualCodec<OffsetInstant> {
  static var instant: Self { Self() }
}
extension FieldCodec where Self == TextualCodec<Day> {
  static var day: Self { Self() }
}
extension FieldCodec where Self == TextualCodec<TimeOfDay> {
  static var time: Self { Self() }
}
extension FieldCodec where Self == TextualCodec<TaskKind> {
  static var kind: Self { Self() }
}
extension FieldCodec where Self == TextualCodec<TaskRhythm> {
  static var rhythm: Self { Self() }
}
extension FieldCodec where Self == HashCodec {
  static var hash: Self { Self() }
}
extension FieldCodec where Self == BoolCodec {
  static var bool: Self { Self() }
}
extension FieldCodec where Self == NumberCodec {
  static var fraction: Self { Self(range: 0...1) }
  static func degrees(_ limit: Int) -> Self { Self(range: -limit...limit) }
}
extension FieldCodec where Self == MonthsCodec {
  static var months: Self { Self() }
}
extension FieldCodec where Self == SeasonsCodec {
  static var seasons: Self { Self() }
}
extension FieldCodec where Self == SettingCodec {
  static var setting: Self { Self() }
}
extension FieldCodec where Self == IDCodec<StreamID> {
  static var plant: Self { Self(kind: .plant) }
  static var room: Self { Self(kind: .room) }
}
extension FieldCodec {
  static func id<ID>() -> Self where Self == IDCodec<ID> { Self(kind: .id) }
  static func integer<Number>(_ range: ClosedRange<Number>) -> Self
  where Self == IntegerCodec<Number> {
    Self(range: range)
  }
  static func choice<Choice>() -> Self where Self == ChoiceCodec<Choice> {
    Self()
  }
  static func object<Object>() -> Self where Self == ObjectCodec<Object> {
    Self()
  }
  static func objects<Object>() -> Self where Self == ObjectsCodec<Object> {
    Self()
  }
}
