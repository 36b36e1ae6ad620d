internal import JournalCare
internal import JournalEvents
internal import JournalTime

/// What a backup says of a plant in an attribute of its user's own, or in one
/// of HortusFox's that has a field of its own here.
struct HortusFoxAttribute: Sendable, Hashable {
  /// The field that it becomes.
  let field: FactField
  /// The value, of one line; as the field has it where its kind is the
  /// attribute's.
  let text: String

  /// Reads a row of `plantattrs/data.json`; `nil` for one without content.
  ///
  /// - Throws: `CellError` where it cannot be kept.
  init?(_ entry: HortusFoxEntry) throws(CellError) {
    guard let label = entry.text("label") else { return nil }
    guard let name = Self.name(of: label) else {
      throw CellError("'\(label)' can be no field's name")
    }
    let kind: FactField.Kind
    let text: String
    switch entry.text("datatype") {
    case "bool":
      kind = .choice(["yes", "no"])
      text = entry.isTrue("content") ? "yes" : "no"
    case "int", "double":
      guard let content = entry.text("content") else { return nil }
      (kind, text) = (.number(unit: nil), content)
    case "datetime":
      guard let day = try entry.day("content") else { return nil }
      (kind, text) = (.day, day.description)
    default:
      guard let content = try entry.note("content") else { return nil }
      kind = .text
      text = content.split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    guard let field = FactField(named: name, kind) else { return nil }
    self.init(field, text)
  }

  private init(_ field: FactField, _ text: String) {
    self.field = field
    self.text = text
  }

  /// What a row of a plant says in columns of HortusFox's own.
  static func all(of entry: HortusFoxEntry) -> [HortusFoxAttribute] {
    var all: [HortusFoxAttribute] = []
    if let link = entry.text("knowledge_link"),
      let field = FactField(named: "link", .text)
    {
      all.append(.init(field, link))
    }
    if let month = entry.text("cutting_month").flatMap({ Int($0) }),
      months.indices.contains(month - 1),
      let field = FactField(named: "cutting month", .choice(months))
    {
      all.append(.init(field, months[month - 1]))
    }
    return all
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August",
    "September", "October", "November", "December",
  ]

  /// The label in the letters that a field's name can have; of one that every
  /// plant has already, with whose it is before it.
  private static func name(of label: String) -> String? {
    let name = String(
      label.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : " " })
    return FactField.name(typed: name)
      ?? FactField.name(typed: "hortusfox \(name)")
  }

  /// Attributes of one name that are of several kinds are texts.
  static func fields(
    of attributes: [HortusFoxAttribute]
  ) -> [String: FactField] {
    attributes.reduce(into: [:]) { fields, attribute in
      let field = attribute.field
      let isOfOneKind = fields[field.name].map { $0 == field } ?? true
      fields[field.name] =
        isOfOneKind ? field : FactField(named: field.name, .text)
    }
  }
}
