public import Encodings
public import ErrorKit

/// Why the keys of a remote cannot be used, or what is there is not opened
/// with them.
public enum RemoteKeyError: DescribedError, Sendable, Hashable {
  /// The passphrase opens none of the remote's keys.
  case wrongPassphrase
  /// No key of the remote is open here, and nobody gave the passphrase.
  case locked
  /// A passphrase with fewer bytes than a new key asks for.
  case shortPassphrase(minimum: Int)
  /// The remote holds encrypted segments, and no key.
  case missingKey
  /// The remote holds nothing that is encrypted.
  case notEncrypted
  /// What is put there must be encrypted, and was not to be.
  case encrypted
  /// Segments of the journal lie there in the open.
  case holdsPlainSegments
  /// A key was cut or changed.
  case damagedKey(name: String, CBORError?)
  /// A key asks for more memory or time than any that is made.
  case costlyKey(name: String)
  /// A later program made a key.
  case newerKey(name: String)
  /// There are more keys than anybody makes.
  case manyKeys(count: Int)
  /// There is too little memory to derive a key from a passphrase.
  case noMemory(byteCount: Int)
  /// A recovery sheet does not have so many characters.
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
