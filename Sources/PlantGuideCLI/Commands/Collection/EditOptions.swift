internal import JournalActions
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalTime
internal import TerminalKit

/// The options of `edit`, and what they ask for.
enum EditOptions {
  static let all: [OptionDefinition] =
    PlantField.allCases.map(\.option) + [untag, clear, form]

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

  /// Refuses other changes beside those of a form.
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
  /// The option that sets it; forms read the same texts, so the field does.
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

extension CommandContext {
  /// What the options of `edit` ask for.
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

  /// What `--location` alone asks for; empty without it.
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
