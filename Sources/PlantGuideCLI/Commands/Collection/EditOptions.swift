internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

/// The options of `edit`, and the changes that they ask for.
enum EditOptions {
  static let all: [OptionDefinition] =
    PlantField.allCases.map(\.option) + [
      untag, clear, setField, clearField, form,
    ]

  fileprivate static let tag = RepeatableOption(
    "tag", value: "TEXT", completion: .tag, help: "A label to add"
  ) { try NameInput.name($0, "a tag") }
  fileprivate static let untag = RepeatableOption(
    "untag", value: "TEXT", completion: .tag, help: "A label to take away")
  fileprivate static let clear = RepeatableOption(
    "clear", value: "FIELD",
    completion: .choice(
      PlantField.allCases.filter(\.isClearable).map(\.rawValue)),
    help: "A field that is to have no value, by its option's name")
  fileprivate static let setField = RepeatableOption(
    "set", value: "FIELD=VALUE", completion: .field,
    help: "A value of a field of your own: price=12.50; see 'field add'")
  fileprivate static let clearField = RepeatableOption(
    "clear-field", value: "FIELD", completion: .field,
    help: "A field of your own that is to have no value")
  static let form = Option(
    "form", value: "FILE", completion: .file,
    help: "Take a form that was kept, without an editor")

  fileprivate static let common = RepeatableOption(
    "common", value: "NAME",
    help: "A common name; those given replace those before")
  fileprivate static let scientific = Option(
    "scientific", value: "NAME", completion: .species,
    help: "The scientific name")
  fileprivate static let source = Option(
    "source", value: "SOURCE",
    completion: .choice(IdentificationSource.allCases.map(\.rawValue)),
    help: "How it was identified")
  fileprivate static let confidence = Option(
    "confidence", value: "NUMBER", help: "How sure that is, from 0 to 1")

  /// Refuses other changes beside a form.
  static func checkFormAlone(_ context: CommandContext) throws {
    let other = all.first {
      $0.name != form.name && context.arguments.contains($0)
    }
    guard let other else { return }
    throw UsageError(
      "--form and --\(other.name) are given at once",
      hint: "write it into the form, or call edit once more without --form",
      usage: context.command.usage)
  }
}

extension PlantField {
  /// The option that sets the field. Forms read the same texts, so the field
  /// reads them.
  fileprivate var option: OptionDefinition {
    switch self {
    case .name: .nickname
    case .scientific: EditOptions.scientific
    case .common: EditOptions.common
    case .family: .family
    case .genus: .genus
    case .category: .category
    case .acquired: .acquired
    case .location: .location
    case .from: .parent
    case .source: EditOptions.source
    case .confidence: EditOptions.confidence
    case .tag: EditOptions.tag
    }
  }
}

extension PlantEdited {
  /// The options that set these fields; labels change from those of `kept`.
  func options(over kept: PlantEdited) -> [String] {
    PlantField.allCases.flatMap { field -> [String] in
      guard let texts = field.texts(in: self) else { return [] }
      guard field == .tag else {
        return texts.isEmpty
          ? ["--\(EditOptions.clear.name)", field.rawValue]
          : texts.flatMap { ["--\(field.option.name)", $0] }
      }
      let others = field.texts(in: kept) ?? []
      return texts.filter { !others.contains($0) }
        .flatMap { ["--\(EditOptions.tag.name)", $0] }
        + others.filter { !texts.contains($0) }
        .flatMap { ["--\(EditOptions.untag.name)", $0] }
    }
  }
}

extension CommandContext {
  /// The changes that the options of `edit` ask for.
  func plantChange() throws -> PlantEdit {
    var change = PlantEdit()
    let reader = try plantFieldReader()
    for field in PlantField.allCases where field != .tag {
      let texts = arguments.texts(of: field.option)
      guard !texts.isEmpty else { continue }
      try field.set(texts, in: &change.fields, with: reader)
    }
    for word in try arguments[EditOptions.clear] {
      let field = try PlantField.named(
        word, proposing: PlantField.allCases.filter(\.isClearable))
      guard !arguments.contains(field.option) else {
        throw UsageError(
          "'\(field.rawValue)' is given a value and cleared at once")
      }
      try field.set([], in: &change.fields, with: reader)
    }
    change.facts = try facts()
    change.tagged = try arguments[EditOptions.tag]
    change.untagged = try arguments[EditOptions.untag]
    let both = change.tagged.first { tag in
      change.untagged.contains { $0.foldedName == tag.foldedName }
    }
    guard both == nil else {
      throw UsageError(
        "the tag '\(both ?? "")' is added and taken away at once",
        hint: "give either --tag or --untag")
    }
    return change
  }

  /// The values of fields of one's own that the options set or clear.
  private func facts() throws -> [FactSet] {
    let given = try arguments[EditOptions.setField]
    let cleared = try arguments[EditOptions.clearField]
    guard !given.isEmpty || !cleared.isEmpty else { return [] }
    let (fields, today) = (try read { $0.fields }, try today())
    let facts =
      try given.map {
        try FactInput.fact($0, among: fields, today: today)
      }
      + cleared.map {
        FactSet(
          name: try FactInput.field($0, among: fields).name, value: nil)
      }
    let twice = facts.indices.first { index in
      facts[..<index].contains { $0.name == facts[index].name }
    }
    if let twice {
      throw UsageError("'\(facts[twice].name)' is set or cleared twice")
    }
    return facts
  }

  /// The change that `--location` alone asks for; empty without it.
  func locationEdit() throws -> PlantEdited {
    var edit = PlantEdited()
    if let text = try arguments[.location] {
      try PlantField.location.set(
        [text], in: &edit, with: try plantFieldReader())
    }
    return edit
  }

  /// Reads fields of plants as they are typed.
  func plantFieldReader() throws -> PlantFieldReader {
    PlantFieldReader(today: try today()) { name in
      try read { snapshot in
        try snapshot.plant(
          named: name,
          naming(includesRemoved: true, field: PlantField.from.rawValue))
      }
    }
  }
}
