/// Decides whether output goes through a pager, once enough of it is known.
final class Paging {
  /// So much is kept back before the decision, in bytes.
  ///
  /// A view reads the journal while it prints, and a reader at a pager may
  /// take an hour over a page; an open transaction makes the database grow
  /// meanwhile. What fits in here is written after the reading has ended.
  static let capacity = 8 << 20

  private let command: [String]
  private let rows: Int
  private var pager: Pager?
  private(set) var isDecided = false

  /// Creates the decision for a terminal of `rows` lines.
  init(_ command: [String], rows: Int) {
    self.command = command
    self.rows = rows
  }

  /// Where output goes that begins with `bytes`: a pager's input, or `nil`
  /// for the terminal itself, also where there is no such pager.
  func destination(of bytes: [UInt8]) -> Int32? {
    if !isDecided, !bytes.isEmpty {
      isDecided = true
      let lines = bytes.lazy.filter { $0 == UInt8(ascii: "\n") }.count
      // The last row is the shell's.
      if lines >= rows { pager = Pager(command) }
    }
    return pager?.fileDescriptor
  }

  /// Waits for the pager, where there is one.
  func finish() {
    pager?.finish()
    pager = nil
  }
}
