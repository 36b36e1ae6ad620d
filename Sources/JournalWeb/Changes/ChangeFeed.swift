public import JournalQueries
public import JournalTime

/// The events that one listener gets of the journal's changes, in the form of
/// server-sent events.
///
/// A listener that comes again names the last state it knew, and gets what it
/// has missed at once.
public struct ChangeFeed: Sendable {
  /// The state of a journal on which its views depend.
  public struct State: Sendable, Hashable {
    let version: String
    let day: String
    /// The state as the id of an event.
    public let id: String

    /// Creates a state.
    ///
    /// - Parameters:
    ///   - version: The version of the journal.
    ///   - day: The present day in the journal's zone.
    public init(_ version: SharedJournal.Version, on day: Day) {
      self.version = "\(version.file)-\(version.commit)"
      self.day = day.description
      id = "\(self.version)-\(self.day)"
    }

    /// Reads a state that an event named. Any other text is a state that no
    /// journal has.
    init(_ text: String) {
      let parts = text.split(separator: "-", maxSplits: 2)
      version = parts.prefix(2).joined(separator: "-")
      day = parts.count > 2 ? String(parts[2]) : ""
      id = "\(version)-\(day)"
    }
  }

  /// The state that the listener knows.
  private var known: State
  /// The last state of the journal that could be read.
  private var present: State
  /// The time of the last bytes; `nil` before the first ones.
  private var spokeAt: Int64?

  /// The number of milliseconds after which a silent feed says that it lives.
  static let heartbeatTime: Int64 = 25_000
  /// The number of milliseconds after which a listener that was cut off comes
  /// again.
  private static let retryTime = 2_000

  /// Creates the feed of a listener.
  ///
  /// - Parameters:
  ///   - id: The last state that the listener knew; `nil` if it knows none.
  ///   - state: The present state.
  init(after id: String?, at state: State) {
    known = id.map { State($0) } ?? state
    present = state
  }

  /// Returns the bytes to send now; none if the listener knows everything.
  ///
  /// - Parameters:
  ///   - state: The present state; `nil` if it could not be read again.
  ///   - now: The monotonic time in milliseconds.
  /// - Returns: The events, or a comment if the feed was silent for long.
  public mutating func next(_ state: State?, at now: Int64) -> [UInt8] {
    var text = ""
    let state = state ?? present
    present = state
    if spokeAt == nil {
      text = "retry: \(Self.retryTime)\n"
      // The listener names it if it comes again, even without an event.
      text += known == state ? "id: \(state.id)\n\n" : "\n"
    }
    if state.day != known.day {
      text += Self.event("day", state, #"{"day":"\#(state.day)"}"#)
    }
    if state.version != known.version {
      text += Self.event("change", state, #"{"version":"\#(state.version)"}"#)
    }
    known = state
    if text.isEmpty, let spokeAt, now - spokeAt >= Self.heartbeatTime {
      text = ":\n\n"
    }
    if !text.isEmpty { spokeAt = now }
    return Array(text.utf8)
  }

  private static func event(
    _ name: String, _ state: State, _ data: String
  ) -> String {
    "event: \(name)\nid: \(state.id)\ndata: \(data)\n\n"
  }
}
