internal import JournalEvents
internal import TerminalKit

// What `add` and `edit` say of a plant alike.
extension OptionDefinition {
  static let nickname = Option(
    "name", value: "NICKNAME", help: "What you call it",
    read: NameInput.nickname)
  static let family = Option(
    "family", value: "NAME", completion: .family, help: "The botanical family"
  ) { try NameInput.name($0, "the family") }
  static let genus = Option(
    "genus", value: "NAME", completion: .genus, help: "The genus"
  ) { try NameInput.name($0, "the genus") }
  static let category = Option(
    "category", value: "NAME", help: "What sort of plant it is"
  ) { try NameInput.name($0, "the category") }
  static let location = Option(
    "location", value: "PLACE",
    completion: .choice(GrowingLocation.allCases.map(\.rawValue)),
    help: "indoor, outdoor, greenhouse or balcony")
  static let acquired = Option(
    "acquired", value: "DAY", completion: .day, help: "The day you got it")
  static let parent = Option(
    "from", value: "PLANT", completion: .plant, help: "The plant it came from")
}
