internal import Encodings

/// A plant's observations in one cell: free texts, separated by lines `---`.
///
/// A list of another program has one text in such a cell, with any characters.
/// So no character of a text separates notes. A line of a note that looks like
/// a separator has a backslash before it.
enum NotesCell {
  /// Returns the text of the cell for notes.
  static func text(of notes: [String]) -> String {
    notes.map { note in
      lines(of: note).map { isParting($0) ? "\\" + $0 : String($0) }
        .joined(by: "\n")
    }.joined(by: "\n---\n")
  }

  /// Returns the notes in a cell, without empty ones.
  static func notes(in cell: String) -> [String] {
    var notes: [String] = []
    var current: [Substring] = []
    for line in lines(of: cell) {
      if !isParting(line) {
        current.append(line)
      } else if line.utf8.first == backslash {
        current.append(Substring(line.unicodeScalars.dropFirst()))
      } else {
        notes.append(current.joined(separator: "\n"))
        current = []
      }
    }
    notes.append(current.joined(separator: "\n"))
    return notes.filter { !$0.isEmpty }
  }

  private static let backslash: UInt8 = 0x5c

  // By code units: "\r\n" is one character, and would stay whole.
  private static func lines(of text: String) -> [Substring] {
    text.unicodeScalars.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map { Substring($0) }
  }

  /// Returns whether a line is `---`, with or without backslashes before it and
  /// the carriage return that some editors add.
  private static func isParting(_ line: Substring) -> Bool {
    var units = line.utf8.drop { $0 == backslash }
    if units.last == CSVByte.carriageReturn { units.removeLast() }
    return units.elementsEqual("---".utf8)
  }
}
