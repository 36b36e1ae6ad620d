internal import JournalCare
internal import JournalEvents
internal import JournalTime

/// An attribute of a plant in a backup: a custom one of HortusFox's user, or
/// one of HortusFox's own that becomes a custom field here.
struct HortusFoxAttribute: Sendable, Hashable {
  /// The field that it becomes.
  let field: FactField
  /// The value on one line; in the field's form if the field has the
  /// attribute's kind.
  let text: String

  /// Reads a row of `plantattrs/data.json`; `nil` for one without content.
  ///
  /// - Throws: `CellError` if it cannot be kept.
  init?(_ entry: HortusFoxEntry) throws(CellError) {
    guard let label = entry.text("label") else { return nil }
    guard let name = Self.name(of: label) else {
      throw CellError("'\(label)' cannot be the name of a field")
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

  /// Returns the attributes in HortusFox's own columns of a plant's row.
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

  /// Returns the field's name for a label, in the letters that it may have;
  /// after "hortusfox" if every plant already has a field of that name.
  private static func name(of label: String) -> String? {
    let name = String(
      label.map { $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : " " })
    return FactField.name(typed: name)
      ?? FactField.name(typed: "hortusfox \(name)")
  }

  /// Returns the fields of attributes. If attributes of one name are of several
  /// kinds, the field holds text.
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
