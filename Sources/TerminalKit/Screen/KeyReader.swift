internal import Glibc
package import POSIXKit

/// A key pressed on a terminal, or another event there.
package enum Key: Sendable, Hashable {
  /// A character.
  case character(Character)
  case enter
  case escape
  /// The arrow to the left or up.
  case back
  /// The arrow to the right or down.
  case forward
  /// The screen must be drawn again.
  case redraw
  /// There are no more keys, after a signal to end or the terminal's loss.
  case end
}

/// Reads single keys from a terminal.
///
/// Only while it waits for a key, it turns off the terminal's line editing and
/// echo, so the terminal is in order whenever the program ends.
package struct KeyReader: ~Copyable {
  private let descriptor: Int32
  private let signals: TerminalSignals

  /// The longest pause before the rest of an escape sequence, in milliseconds.
  private static let sequenceTime: Int32 = 25

  /// Reads from the file descriptor of a terminal.
  ///
  /// - Throws: The error of the system.
  package init(
    from descriptor: Int32 = STDIN_FILENO
  ) throws(FileSystemError) {
    self.descriptor = descriptor
    signals = try TerminalSignals()
  }

  /// Waits for a key.
  package func next() -> Key {
    var before = termios()
    guard tcgetattr(descriptor, &before) == 0 else { return .end }
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &raw.c_cc) { bytes in
      bytes[Int(VMIN)] = 1
      bytes[Int(VTIME)] = 0
    }
    tcsetattr(descriptor, TCSADRAIN, &raw)
    defer { tcsetattr(descriptor, TCSADRAIN, &before) }
    while true {
      switch signals.next() {
      case .end: return .end
      case .redraw: return .redraw
      case .stop:
        tcsetattr(descriptor, TCSADRAIN, &before)
        signals.stop()
        return .redraw
      case nil: break
      }
      guard let byte = byte(within: -1) else {
        // A signal came, or the input has ended.
        if Waiting.until(anyIsReadable: [signals.descriptor], milliseconds: 0) {
          continue
        }
        return .end
      }
      if let key = key(beginningWith: byte) { return key }
    }
  }

  /// Waits for a line, edited by the terminal.
  ///
  /// - Returns: The line; `nil` if the user cancels it, as with Ctrl-C.
  package func line() -> String? {
    var bytes: [UInt8] = []
    while true {
      switch signals.next() {
      case .end: return nil
      case .stop:
        signals.stop()
        continue
      case .redraw: continue
      case nil: break
      }
      guard let byte = byte(within: -1) else {
        if Waiting.until(anyIsReadable: [signals.descriptor], milliseconds: 0) {
          continue
        }
        return nil
      }
      guard byte != UInt8(ascii: "\n") else {
        return String(decoding: bytes, as: UTF8.self)
      }
      bytes.append(byte)
    }
  }

  /// Returns the next byte; `nil` if the time is over or a signal comes first.
  private func byte(within milliseconds: Int32) -> UInt8? {
    let waits = milliseconds < 0
    let descriptors =
      waits ? [descriptor, signals.descriptor] : [descriptor]
    Waiting.until(anyIsReadable: descriptors, milliseconds: milliseconds)
    guard Waiting.until(anyIsReadable: [descriptor], milliseconds: 0) else {
      return nil
    }
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1 ? byte : nil
  }

  /// Returns the key that a byte begins; `nil` for unknown keys.
  private func key(beginningWith byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .enter
    // Ctrl-D, or what a terminal makes of it if pressed while it gave lines.
    case 4, 0: return .end
    case 0x1b: return escape()
    case 0x20..<0x7f: return .character(Character(Unicode.Scalar(byte)))
    case 0xc2...0xf4:
      var bytes = [byte]
      let count = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
      while bytes.count < count, let next = self.byte(within: Self.sequenceTime)
      {
        bytes.append(next)
      }
      return String(validating: bytes, as: UTF8.self)?.first.map {
        .character($0)
      }
    default: return nil
    }
  }

  /// Reads the rest of an escape sequence; without any it was the escape key.
  private func escape() -> Key? {
    guard let byte = byte(within: Self.sequenceTime) else { return .escape }
    guard byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") else {
      return nil
    }
    while let byte = self.byte(within: Self.sequenceTime) {
      switch byte {
      case UInt8(ascii: "A"), UInt8(ascii: "D"): return .back
      case UInt8(ascii: "B"), UInt8(ascii: "C"): return .forward
      case 0x40...0x7e: return nil
      default: break
      }
    }
    return nil
  }
}
