import CMicrohttpd
import Glibc
import JournalSync
import JournalTime
import JournalWeb
import POSIXKit

extension HTTPServer {
  /// Logs a line for a request, without its token and its contents.
  func record(
    _ pending: Pending, of connection: Connection, isWhole: Bool
  ) {
    let isKnown =
      PeerRequest.Method(rawValue: pending.method) != nil
      || WebRequest.Method(rawValue: pending.method) != nil
    let method = isKnown ? pending.method : "-"
    let label =
      pending.isOfReplica
      ? PeerRoute(path: pending.path)?.label.description ?? "-"
      : pending.head?.label
        ?? (WebAPI.serves(pending.target) ? "/api/v1/-" : "page")
    let status = pending.status == 0 ? "-" : "\(pending.status)"
    let milliseconds = Deadline.now - pending.begin
    var line = "\(Self.clock.rfc3339) \(pending.address ?? connection.address) "
    line += "\(pending.id ?? "-") \(method) \(label) \(status) "
    line += "\(pending.byteCount) bytes \(milliseconds) ms"
    if !isWhole { line += " cut off" }
    if let fault = pending.fault { line += ": \(fault)" }
    Self.tell(line)
  }

  /// Writes a line to standard error, with `?` for control characters.
  static func tell(_ text: String) {
    var line = text
    // Nearly all lines are ASCII without any.
    if !text.utf8.allSatisfy({ 0x20...0x7e ~= $0 }) {
      line = text.unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control ? "?" : String(scalar)
      }.joined()
    }
    let text = "plantguide-serve: \(line)".utf8
    // Whatever fits a pipe that can be written is written without waiting. A
    // reader that does not read loses lines instead of stopping the server.
    let bytes = Array(text.prefix(Int(PIPE_BUF) - 1)) + [UInt8(ascii: "\n")]
    var log = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&log, 1, 0) == 1 else { return }
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}
