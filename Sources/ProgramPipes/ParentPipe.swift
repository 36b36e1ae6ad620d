public import Encodings
internal import Glibc
public import POSIXKit

/// Frames to and from the parent, over standard input and output: four bytes
/// of length, the most significant first, and one CBOR item.
public final class ParentPipe {
  /// The longest item, in bytes.
  public static let mostBytes = 1 << 26
  /// The longest content in an item, with room for its other fields.
  public static let mostContentBytes = mostBytes - (1 << 19)

  /// An error that makes the rest of the input unreadable.
  public enum Fault: Error {
    /// An item of this many bytes.
    case tooLong(Int)
    /// The input ended within an item.
    case cut
    /// The system's error number.
    case unreadable(Int32)

    /// The error in words.
    public var reason: String {
      switch self {
      case .tooLong(let count):
        "a request of \(count) bytes is longer than \(ParentPipe.mostBytes)"
      case .cut: "the input ended within a request"
      case .unreadable(let code):
        "the input is not readable: \(FileSystemError.words(for: code))"
      }
    }
  }

  public init() {}

  /// Reads the next item; returns whether there was one before the parent ended
  /// its requests.
  public func next(into item: inout [UInt8]) throws(Fault) -> Bool {
    let head = try read(4)
    guard head.count == 4 else {
      if head.isEmpty { return false }
      throw .cut
    }
    let count = Int(head.span.bytes.bigEndian(at: 0, count: 4))
    guard count <= Self.mostBytes else { throw .tooLong(count) }
    item = try read(count)
    guard item.count == count else { throw .cut }
    return true
  }

  /// Reads this many bytes, or fewer at the input's end. They are in one place,
  /// so that wiping that place wipes them.
  private func read(_ count: Int) throws(Fault) -> [UInt8] {
    var code: Int32 = 0
    // Unfilled memory is never touched, whatever length is claimed.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let status = Glibc.read(
          STDIN_FILENO, room.baseAddress?.advanced(by: filled), count - filled)
        if status < 0, errno == EINTR { continue }
        if status < 0 { code = errno }
        guard status > 0 else { return }
        filled += status
      }
    }
    if code != 0 { throw .unreadable(code) }
    return bytes
  }

  /// Sends an item that `write` creates.
  ///
  /// - Throws: The system's error; the parent has gone then.
  public func send(
    _ write: (inout CBORWriter) -> Void
  ) throws(FileSystemError) {
    var writer = CBORWriter()
    writer.bytes.append(bigEndian: 0, count: 4)
    write(&writer)
    var length: [UInt8] = []
    length.append(bigEndian: UInt64(writer.bytes.count - 4), count: 4)
    writer.bytes.replaceSubrange(0..<4, with: length)
    try File.write(
      writer.bytes[...], to: STDOUT_FILENO, "the pipe to the parent")
  }

  /// Waits until nobody reads the answers any more, or the time is over;
  /// returns whether nobody does.
  public func waitForEnd(milliseconds: Int) -> Bool {
    // Errors are reported without being requested.
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    let count = poll(&request, 1, Int32(clamping: milliseconds))
    return count > 0 && request.revents & Int16(POLLERR) != 0
  }
}
