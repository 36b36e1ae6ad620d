/// What an argument or the value of an option names, so that a shell can offer
/// what there is.
package enum Completion: Sendable, Equatable {
  /// Anything; nothing can be offered.
  case none
  /// Something that the program must look up, by its name for such things.
  case lookup(String)
  /// A command of this program.
  case command
  /// A file.
  case file
  /// A directory.
  case directory
  /// One of a few words.
  case choice([String])
  /// Some of a few words, with commas between them.
  case list([String])
  /// Some words of many that are understood.
  case suggestion([String])
}
