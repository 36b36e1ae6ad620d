internal import Encodings
public import JournalTime

/// What is said of a plant changed: only the fields that are given.
///
/// A list replaces the list before. All can be cleared but the scientific name
/// and the source, which a plant always has.
public struct PlantEdited: Hashable, Sendable {
  /// The scientific name; `nil` keeps it.
  public var scientificName: String?
  /// Names in people's languages.
  public var commonNames: FieldEdit<[String]> = .keep
  /// The botanical family.
  public var family: FieldEdit<String> = .keep
  /// The genus.
  public var genus: FieldEdit<String> = .keep
  /// The catalogue's category.
  public var category: FieldEdit<String> = .keep
  /// What its keeper calls it.
  public var nickname: FieldEdit<String> = .keep
  /// The day it was got.
  public var acquiredOn: FieldEdit<Day> = .keep
  /// How it was identified; `nil` keeps it.
  public var source: IdentificationSource?
  /// How sure the identification is, 0 to 1.
  public var confidence: FieldEdit<Double> = .keep
  /// The plant it was propagated from.
  public var parent: FieldEdit<PlantID> = .keep
  /// Free labels.
  public var tags: FieldEdit<[String]> = .keep
  /// Where it grows.
  public var location: FieldEdit<GrowingLocation> = .keep

  /// Creates an edit that changes nothing yet.
  public init() {}

  /// Whether no field is given.
  public var isEmpty: Bool { self == PlantEdited() }
}

extension PlantEdited: EventBodyCoding {
  init(
    from reader: inout FieldReader, common: inout CommonFields
  ) throws(EventDecodingError) {
    self.init()
    while let field = try reader.next() {
      guard try !takeName(field, from: &reader) else { continue }
      try takeOther(field, from: &reader, common: &common)
    }
  }

  /// Reads the field if it is one of the names; says whether it was.
  private mutating func takeName(
    _ field: String, from reader: inout FieldReader
  ) throws(EventDecodingError) -> Bool {
    switch field {
    case "scientificName": scientificName = try reader.text()
    case "commonNames": commonNames = try reader.textsEdit()
    case "family": family = try reader.textEdit()
    case "genus": genus = try reader.textEdit()
    case "category": category = try reader.textEdit()
    case "nickname": nickname = try reader.textEdit()
    default: return false
    }
    return true
  }

  private mutating func takeOther(
    _ field: String, from reader: inout FieldReader,
    common: inout CommonFields
  ) throws(EventDecodingError) {
    switch field {
    case "acquiredOn":
      acquiredOn = try reader.edit { reader throws(EventDecodingError) in
        try reader.day()
      }
    case "source": source = try reader.choice(IdentificationSource.self)
    case "confidence":
      confidence = try reader.edit { reader throws(EventDecodingError) in
        try reader.float(in: 0...1)
      }
    case "parent":
      parent = try reader.edit { reader throws(EventDecodingError) in
        try reader.id()
      }
    case "tags": tags = try reader.textsEdit()
    case "location":
      location = try reader.edit { reader throws(EventDecodingError) in
        try reader.choice(GrowingLocation.self)
      }
    default: try common.take(field, from: &reader)
    }
  }

  func encode(into map: inout CBORMapWriter) {
    if let scientificName {
      map.field("scientificName") { $0.text(scientificName) }
    }
    map.edit("commonNames", commonNames) { $0.texts($1) }
    map.edit("family", family) { $0.text($1) }
    map.edit("genus", genus) { $0.text($1) }
    map.edit("category", category) { $0.text($1) }
    map.edit("nickname", nickname) { $0.text($1) }
    map.edit("acquiredOn", acquiredOn) { $0.text($1.description) }
    if let source { map.field("source") { $0.text(source.rawValue) } }
    map.edit("confidence", confidence) { $0.float($1) }
    map.edit("parent", parent) { $0.byteString($1.bytes) }
    map.edit("tags", tags) { $0.texts($1) }
    map.edit("location", location) { $0.text($1.rawValue) }
  }
}

extension FieldReader {
  fileprivate mutating func textEdit()
    throws(EventDecodingError) -> FieldEdit<String>
  {
    try edit { reader throws(EventDecodingError) in try reader.text() }
  }

  fileprivate mutating func textsEdit()
    throws(EventDecodingError) -> FieldEdit<[String]>
  {
    try edit { reader throws(EventDecodingError) in try reader.texts() }
  }
}

extension CBORMapWriter {
  fileprivate mutating func edit<Value>(
    _ name: String, _ edit: FieldEdit<Value>,
    _ write: (inout CBORWriter, Value) -> Void
  ) {
    switch edit {
    case .keep: break
    case .clear: field(name) { $0.null() }
    case .set(let value): field(name) { write(&$0, value) }
    }
  }
}
