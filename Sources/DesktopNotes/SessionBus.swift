internal import CSystemd
internal import Glibc
internal import POSIXKit

/// A connection to the bus of the user's desktop session.
final class SessionBus {
  /// The name of the bus itself on it.
  static let name = "org.freedesktop.DBus"

  private let bus: OpaquePointer
  /// The identity of this bus. Another session has another one.
  let id: String

  /// Connects to a bus.
  ///
  /// - Throws: ``NoteError/noBus(_:)``.
  init(at address: String) throws(NoteError) {
    do throws(BusError) {
      let bus = try Self.started(at: address)
      do throws(BusError) {
        id = try Self.call(
          bus, Self.name, "/org/freedesktop/DBus", Self.name, "GetId"
        ).text()
        self.bus = bus
      } catch {
        sd_bus_close_unref(bus)
        throw error
      }
    } catch {
      throw .noBus(error.words)
    }
  }

  deinit { sd_bus_flush_close_unref(bus) }

  /// Returns the address of the session's bus. A job of cron has no variable
  /// that says it; then it is where systemd puts it.
  static func address(
    session: String?, runtimeDirectory: String?, user: UInt32
  ) -> String {
    if let session, !session.isEmpty { return session }
    guard let runtimeDirectory, runtimeDirectory.hasPrefix("/") else {
      return "unix:path=/run/user/\(user)/bus"
    }
    return "unix:path=\(escaped(runtimeDirectory))/bus"
  }

  /// Returns a path with each byte escaped that has a meaning in addresses.
  private static func escaped(_ path: String) -> String {
    path.utf8.reduce(into: "") { text, byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x2f, 0x5f:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16)
        text += digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }

  private static func started(
    at address: String
  ) throws(BusError) -> OpaquePointer {
    var made: OpaquePointer?
    let result = sd_bus_new(&made)
    guard result >= 0, let bus = made else { throw BusError(code: result) }
    for step in [
      { sd_bus_set_address(bus, address) }, { sd_bus_set_bus_client(bus, 1) },
      { sd_bus_start(bus) },
    ] {
      let result = step()
      guard result >= 0 else {
        sd_bus_close_unref(bus)
        throw BusError(code: result)
      }
    }
    return bus
  }

  // MARK: Calls

  /// Calls a method and waits for its answer.
  ///
  /// - Parameters:
  ///   - destination: The name of the process that has the method.
  ///   - path: The object.
  ///   - interface: The interface of the method.
  ///   - member: The method.
  ///   - write: Appends the arguments.
  /// - Returns: The answer.
  /// - Throws: The error with which the process or the bus answered.
  func call(
    _ destination: String, _ path: String, _ interface: String,
    _ member: String, _ write: (BusMessage) -> Void = { _ in }
  ) throws(BusError) -> BusMessage {
    try Self.call(bus, destination, path, interface, member, write)
  }

  /// The time after which an answer does not count any more, in microseconds.
  private static let patience: UInt64 = 10_000_000

  private static func call(
    _ bus: OpaquePointer, _ destination: String, _ path: String,
    _ interface: String, _ member: String,
    _ write: (BusMessage) -> Void = { _ in }
  ) throws(BusError) -> BusMessage {
    var made: OpaquePointer?
    let result = sd_bus_message_new_method_call(
      bus, &made, destination, path, interface, member)
    guard result >= 0, let made else { throw BusError(code: result) }
    let request = BusMessage(made)
    write(request)
    try request.check()
    var error = sd_bus_error()
    defer { sd_bus_error_free(&error) }
    var answer: OpaquePointer?
    let status = sd_bus_call(bus, request.pointer, patience, &error, &answer)
    guard status >= 0, let answer else {
      guard let name = error.name else { throw BusError(code: status) }
      throw BusError(
        name: String(cString: name),
        words: error.message.map { String(cString: $0) } ?? "no reason given")
    }
    return BusMessage(answer)
  }

  // MARK: Signals

  /// Has the bus pass on the signals that fulfil a rule.
  func subscribe(to rule: String) throws(BusError) {
    _ = try call(
      Self.name, "/org/freedesktop/DBus", Self.name, "AddMatch"
    ) { $0.append(rule) }
  }

  /// Waits for the next message from another process.
  ///
  /// - Returns: The message; `nil` at the deadline.
  /// - Throws: The end of the connection.
  func next(until deadline: Deadline) throws(BusError) -> BusMessage? {
    while true {
      var message: OpaquePointer?
      let result = sd_bus_process(bus, &message)
      if let message { return BusMessage(message) }
      guard result >= 0 else { throw BusError(code: result) }
      guard result == 0 else { continue }
      let left = deadline.millisecondsLeft
      guard left > 0 else { return nil }
      let status = sd_bus_wait(bus, UInt64(left) * 1_000)
      guard status >= 0 || status == -EINTR else {
        throw BusError(code: status)
      }
    }
  }
}
