/// The headings under which the help of a command lists its options.
enum OptionGroup: String, CaseIterable, Sendable {
  /// What is the command's own.
  case own = "options"
  /// What chooses plants in the same way in every command.
  case choosing = "choosing plants"
  /// What means the same in every command that takes it.
  case common = "common options"
}
