public import Encodings
public import ErrorKit

/// An error of a remote's keys, or of opening its objects with them.
public enum RemoteKeyError: DescribedError, Sendable, Hashable {
  /// The passphrase opens none of the remote's keys.
  case wrongPassphrase
  /// No key of the remote is open, and nobody gave the passphrase.
  case locked
  /// A passphrase has fewer bytes than a new key requires.
  case shortPassphrase(minimum: Int)
  /// The remote holds encrypted segments, but no key.
  case missingKey
  /// The remote holds nothing encrypted.
  case notEncrypted
  /// An unencrypted object was to be put into an encrypted remote.
  case encrypted
  /// The remote holds unencrypted segments of the journal.
  case holdsPlainSegments
  /// A key was cut or changed.
  case damagedKey(name: String, CBORError?)
  /// A key needs more memory or time than this program ever chooses.
  case costlyKey(name: String)
  /// A key was made by a later version.
  case newerKey(name: String)
  /// The remote has too many keys to be plausible.
  case manyKeys(count: Int)
  /// There is too little memory to derive a key from a passphrase.
  case noMemory(byteCount: Int)
  /// A recovery sheet has the wrong number of characters.
  case sheetLength(expected: Int)
  /// A line of a recovery sheet has a typing error.
  case mistypedSheet(line: Int)
  /// A recovery sheet belongs to another remote.
  case otherSheet

  public var facts: ErrorFacts {
    switch self {
    case .wrongPassphrase:
      .init(
        .invalidInput, "the passphrase opens none of the remote's keys",
        "mind upper and lower case and the keyboard's layout; a recovery sheet opens it, too"
      )
    case .locked:
      .init(
        .needsAnswer, "the remote is encrypted, and its key is not open here",
        "type the passphrase on a terminal, or have it come from the file, the command or the variable that is meant for this remote"
      )
    case .shortPassphrase(let minimum):
      .init(
        .invalidInput, "a passphrase has at least \(minimum) characters",
        "take five words or more: whoever has the remote can try any")
    case .missingKey:
      .init(
        .damagedData, "the remote holds encrypted segments, and no key",
        "bring its keys back; a machine that syncs with it puts them there")
    case .notEncrypted:
      .init(.nothingMatched, "the remote holds nothing that is encrypted")
    case .encrypted:
      .init(
        .conflict, "the remote is encrypted, and was added as one that is not",
        "remove it and add it again as an encrypted one")
    case .holdsPlainSegments:
      .init(
        .conflict,
        "the remote holds segments of the journal that are not encrypted",
        "encrypt at another place, then remove what is there")
    case .damagedKey(let name, let error):
      .init(
        .damagedData,
        "the key \(name) is damaged\(error.map { ": \($0)" } ?? "")")
    case .costlyKey(let name):
      .init(
        .invalidInput,
        "the key \(name) asks for more memory or time than any that is made")
    case .newerKey(let name):
      .init(
        .newerFormat, "a later version of the program made the key \(name)",
        "update the program")
    case .manyKeys(let count):
      .init(
        .damagedData,
        "the remote holds \(count) keys; somebody put most of them there")
    case .noMemory(let byteCount):
      .init(
        .system,
        "the passphrase takes \(byteCount >> 20) MB of memory to try",
        "end other programs, then try again")
    case .sheetLength(let expected):
      .init(
        .invalidInput, "a recovery sheet has \(expected) letters and digits")
    case .mistypedSheet(let line):
      .init(
        .invalidInput, "line \(line) of the recovery sheet has a typing error")
    case .otherSheet:
      .init(
        .nothingMatched,
        "the recovery sheet opens none of the remote's keys")
    }
  }
}
