/// The name of a note: its number, and who gave the number. After the next
/// login, the same number may be another program's note.
struct NoteName: Hashable, Sendable, CustomStringConvertible {
  /// The number.
  let id: UInt32
  /// The unique name of the program that shows the note.
  let daemon: String
  /// The identity of the session's bus.
  let bus: String

  init(id: UInt32, daemon: String, bus: String) {
    self.id = id
    self.daemon = daemon
    self.bus = bus
  }

  /// Creates a name from its text; `nil` if it is none.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, let id = UInt32(parts[0]), id > 0,
      parts[1].hasPrefix(":"), !parts[2].isEmpty
    else { return nil }
    self.init(id: id, daemon: String(parts[1]), bus: String(parts[2]))
  }

  /// The name as text, such as `7/:1.12/3f0c…`.
  var description: String { "\(id)/\(daemon)/\(bus)" }
}
