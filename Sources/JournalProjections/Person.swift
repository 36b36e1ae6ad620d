public import JournalEvents

/// A person who acts through a home that is not theirs, such as a guest of its
/// server, or the device of somebody unnamed. Each has a writer of their own
/// there.
public struct Person: Sendable, Hashable {
  /// The text that tells people apart. It is never shown, and whoever renames
  /// the person's writer leaves it as it is.
  public let key: String
  /// The name that the person's writer gets when it starts.
  public let writerName: WriterName

  /// Creates a person.
  ///
  /// - Parameters:
  ///   - name: The name, as in a token.
  ///   - key: The text that tells people apart; by default the name, without
  ///     differences of case and composition.
  public init(_ name: String, key: String? = nil) {
    self.key = key ?? name.foldedName
    writerName = WriterName(device: nil, person: name)
  }

  /// Creates the stand-in for the unnamed person of a device.
  ///
  /// - Parameters:
  ///   - device: The name that the device gave itself, which may be anybody's.
  ///   - key: The text that tells devices apart.
  public init(device: String, key: String) {
    // No folded name of a person has a line break.
    self.key = "device\n\(key)"
    writerName = WriterName(device: device, person: nil)
  }
}
