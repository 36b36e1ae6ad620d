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
        "check upper and lower case and the keyboard's layout; a recovery sheet opens the remote, too"
      )
    case .locked:
      .init(
        .needsAnswer, "the remote is encrypted, and its key is not open here",
        "type the passphrase on a terminal, or give it by the remote's file, command or variable"
      )
    case .shortPassphrase(let minimum):
      .init(
        .invalidInput, "a passphrase needs at least \(minimum) characters",
        "choose five words or more: anyone who has the remote can try passphrases"
      )
    case .missingKey:
      .init(
        .damagedData, "the remote holds encrypted segments but no key",
        "sync with it on a machine that has its key, which puts the key back")
    case .notEncrypted:
      .init(.nothingMatched, "the remote holds no encrypted data")
    case .encrypted:
      .init(
        .conflict, "the remote is encrypted, but you added it as unencrypted",
        "remove it, then add it again as encrypted")
    case .holdsPlainSegments:
      .init(
        .conflict,
        "the remote holds unencrypted segments of the journal",
        "add an encrypted remote at another place, then delete the contents of this one"
      )
    case .damagedKey(let name, let error):
      .init(
        .damagedData,
        "the key \(name) is damaged\(error.map { ": \($0)" } ?? "")")
    case .costlyKey(let name):
      .init(
        .invalidInput,
        "the key \(name) demands more memory or time than any that this program makes"
      )
    case .newerKey(let name):
      .init(
        .newerFormat, "a later version of the program made the key \(name)",
        "update the program")
    case .manyKeys(let count):
      .init(
        .damagedData,
        "the remote holds \(count) keys, and somebody else added most of them")
    case .noMemory(let byteCount):
      .init(
        .system,
        "trying the passphrase takes \(byteCount >> 20) MB of memory, more than there is",
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
