/// The reason why notes are not shown.
enum NoteError: Error, Hashable, Sendable {
  /// The arguments or the input are invalid.
  case invalid(String)
  /// This user has no desktop session here, for a reason.
  case noBus(String)
  /// The desktop session has no program that shows notes, for a reason.
  case noDaemon(String)
  /// The program that shows notes refused one, for a reason.
  case refused(String)

  /// The exit status.
  var status: UInt8 {
    switch self {
    case .invalid: 2
    case .noBus: 3
    case .noDaemon: 4
    case .refused: 5
    }
  }

  /// The error in words.
  var words: String {
    switch self {
    case .invalid(let reason): reason
    case .noBus(let reason):
      "notes cannot be shown here: there is no desktop session (\(reason))"
    case .noDaemon(let reason):
      "notes cannot be shown here: no program shows notes (\(reason))"
    case .refused(let reason): "a note was refused: \(reason)"
    }
  }
}
