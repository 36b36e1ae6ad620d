internal import CSystemd

/// A message of the bus, being written or read.
final class BusMessage {
  let pointer: OpaquePointer
  private var failure: Int32 = 0

  /// Takes over a message.
  init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sd_bus_message_unref(pointer) }

  // MARK: Writing

  /// Throws the first error of what was written.
  func check() throws(BusError) {
    if failure < 0 { throw BusError(code: failure) }
  }

  private func note(_ result: Int32) {
    if result < 0, failure == 0 { failure = result }
  }

  /// Appends a text.
  func append(_ text: String) {
    note(sd_bus_message_append_basic(pointer, CChar(ascii: "s"), text))
  }

  /// Appends a number without a sign.
  func append(_ number: UInt32) {
    withUnsafePointer(to: number) {
      note(sd_bus_message_append_basic(pointer, CChar(ascii: "u"), $0))
    }
  }

  /// Appends a number with a sign.
  func append(_ number: Int32) {
    withUnsafePointer(to: number) {
      note(sd_bus_message_append_basic(pointer, CChar(ascii: "i"), $0))
    }
  }

  /// Appends a list of texts.
  func append(_ texts: [String]) {
    contain("a", "s") { for text in texts { append(text) } }
  }

  /// Appends named values.
  func append(_ hints: [(name: String, value: NoteHint)]) {
    contain("a", "{sv}") {
      for hint in hints {
        contain("e", "sv") {
          append(hint.name)
          append(hint.value)
        }
      }
    }
  }

  private func append(_ hint: NoteHint) {
    switch hint {
    case .byte(let byte):
      contain("v", "y") {
        withUnsafePointer(to: byte) {
          note(sd_bus_message_append_basic(pointer, CChar(ascii: "y"), $0))
        }
      }
    case .isTrue:
      contain("v", "b") {
        withUnsafePointer(to: Int32(1)) {
          note(sd_bus_message_append_basic(pointer, CChar(ascii: "b"), $0))
        }
      }
    }
  }

  private func contain(
    _ kind: Unicode.Scalar, _ contents: String, _ body: () -> Void
  ) {
    note(
      sd_bus_message_open_container(pointer, CChar(ascii: kind), contents))
    body()
    note(sd_bus_message_close_container(pointer))
  }

  // MARK: Reading

  /// The sender's unique name.
  var sender: String {
    sd_bus_message_get_sender(pointer).map { String(cString: $0) } ?? ""
  }

  /// Returns whether the message is a signal with this name.
  func isSignal(_ interface: String, _ member: String) -> Bool {
    sd_bus_message_is_signal(pointer, interface, member) > 0
  }

  /// Returns the next value, a text.
  func text() throws(BusError) -> String {
    var start: UnsafePointer<CChar>?
    let result = sd_bus_message_read_basic(
      pointer, CChar(ascii: "s"), &start)
    guard result > 0, let start else { throw BusError(unexpected: result) }
    return String(cString: start)
  }

  /// Returns the next value, a number.
  func number() throws(BusError) -> UInt32 {
    var number: UInt32 = 0
    let result = sd_bus_message_read_basic(
      pointer, CChar(ascii: "u"), &number)
    guard result > 0 else { throw BusError(unexpected: result) }
    return number
  }

  /// Returns the next value, a list of texts.
  func texts() throws(BusError) -> [String] {
    let result = sd_bus_message_enter_container(
      pointer, CChar(ascii: "a"), "s")
    guard result > 0 else { throw BusError(unexpected: result) }
    var texts: [String] = []
    while sd_bus_message_at_end(pointer, 0) == 0 { texts.append(try text()) }
    return texts
  }
}

/// A value of a hint for a note.
enum NoteHint {
  case byte(UInt8)
  case isTrue
}

extension CChar {
  /// The code of an ASCII character.
  fileprivate init(ascii scalar: Unicode.Scalar) {
    self.init(truncatingIfNeeded: scalar.value)
  }
}
