internal import Encodings
internal import POSIXKit

/// The control sequences of pictures that are not characters. A picture begins
/// at the cursor; the cursor's position afterwards differs.
enum TerminalImage {
  /// Returns kitty's sequence: pixels in pieces of 4,096 digits, over this many
  /// cells. The terminal must not answer (`q=2`) or move the cursor (`C=1`).
  static func kitty(
    _ pixels: PictureSheet.Pixels, columns: Int, rows: Int
  ) -> String {
    let digits = Base64.encode(pixels.bytes)
    let head = "a=T,f=24,s=\(pixels.width),v=\(pixels.height)"
    var keys = head + ",c=\(columns),r=\(rows),C=1,q=2,"
    var text = ""
    var start = 0
    repeat {
      let end = min(digits.count, start + 4_096)
      let piece = String(decoding: digits[start..<end], as: UTF8.self)
      let isLast = end == digits.count
      text += "\u{1B}_G\(keys)m=\(isLast ? 0 : 1);\(piece)\u{1B}\\"
      keys = "q=2,"
      start = end
    } while start < digits.count
    return text
  }

  /// Returns iTerm2's sequence: a file, over this many cells.
  static func iterm(_ file: [UInt8], columns: Int, rows: Int) -> String {
    let digits = String(decoding: Base64.encode(file), as: UTF8.self)
    let size = "size=\(file.count);width=\(columns);height=\(rows)"
    return "\u{1B}]1337;File=inline=1;\(size):\(digits)\u{07}"
  }
}

/// `chafa`, which makes sixels from a file.
enum SixelProgram {
  static let name = "chafa"
  private static let mostSeconds: Int64 = 10

  /// Returns whether a directory of the search path contains the program.
  static func isInstalled(_ environment: EnvironmentVariables) -> Bool {
    FileSystem.isInstalled(name, path: environment["PATH"])
  }

  /// Returns the sequence that shows a file over at most this many cells; `nil`
  /// if the program fails.
  ///
  /// The program learns the size of a cell from standard error, which it shares
  /// with this process.
  static func sequence(
    _ file: [UInt8], columns: Int, rows: Int
  ) -> String? {
    try? FileSystem.withTemporaryDirectory { directory in
      let path = directory + "/picture"
      guard try File.make(path, with: file) else { return nil }
      let output = try Pipe()
      let descriptor = ChildProcess.Descriptor(
        own: output.writingEnd.descriptor, inChild: 1)
      let child = try ChildProcess.start(
        name,
        arguments: [
          "--format=sixels", "--animate=off", "--scale=max",
          "--size=\(columns)x\(rows)", path,
        ], descriptors: [descriptor])
      let deadline = Deadline(seconds: mostSeconds)
      let bytes = output.keepingReadingEnd().contents(until: deadline)
      guard child.wait(until: deadline) == .exited(0),
        let text = String(validating: bytes, as: UTF8.self),
        text.hasPrefix("\u{1B}P"), text.hasSuffix("\u{1B}\\")
      else { return nil }
      return text
    }
  }
}
