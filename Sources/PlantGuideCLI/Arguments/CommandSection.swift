/// The headings under which the commands are listed.
enum CommandSection: String, CaseIterable, Sendable {
  case care = "care"
  case views = "what is to be done"
  case collection = "the collection"
  case events = "history"
  case data = "data"
  case catalogue = "the catalogue"
  case program = "the program"
  case other = "other commands"
}
