internal import Encodings
internal import JournalEvents
internal import JournalTime

/// A task as an entry of a calendar.
struct ToDo: Hashable {
  /// The reminder that it stands for.
  let key: Reminder.Key
  /// The line that calendars show, of visible characters.
  let summary: String
  /// The day on which it is due.
  let due: Day
  /// The last events from which it was made.
  let events: [EventReference]

  /// Returns the permanent name in the calendars of a journal: the same for a
  /// plant, a kind of care and a one-off task, no matter when it is due.
  func name(in calendar: ToDoNames) -> String {
    let words = [
      key.plant.description, key.kind.name, key.task?.description ?? "",
    ].joined(separator: "\n")
    return String(BlobName(of: Array(words.utf8)).description.prefix(32))
      + calendar.suffix
  }

  /// Returns the entry in the form of iCalendar.
  ///
  /// - Parameters:
  ///   - names: The names of the journal's entries.
  ///   - former: The entry as the server has it: what others added stays.
  ///   - now: The moment of the change.
  /// - Returns: The bytes.
  func calendar(
    in names: ToDoNames, after former: ToDoEntry?, at now: Instant
  ) -> [UInt8] {
    let stamp = now.calendarText
    let sequence = former?["SEQUENCE"].flatMap { Int($0) } ?? -1
    var writer = ICalendarWriter()
    writer.component("VCALENDAR") { writer in
      writer.line("VERSION", "2.0")
      writer.line("PRODID", "-//PlantGuide//EN")
      writer.component("VTODO") { writer in
        writer.line("UID", name(in: names))
        writer.line("DTSTAMP", stamp)
        writer.line("LAST-MODIFIED", stamp)
        writer.line("SEQUENCE", "\(min(sequence, Int(Int32.max) - 1) + 1)")
        writer.text("SUMMARY", summary)
        writer.line("DUE;VALUE=DATE", due.calendarText)
        writer.line("STATUS", "NEEDS-ACTION")
        writer.line(ToDoEntry.keyName, key.description)
        writer.line(
          ToDoEntry.eventsName,
          events.map(\.text).joined(separator: " "))
        for line in former?.foreignLines ?? [] {
          let (name, value) = ToDoEntry.parts(of: line)
          writer.line(name, value)
        }
      }
    }
    return writer.bytes
  }
}

/// The names of a journal's entries in calendars.
struct ToDoNames {
  /// The end of every name.
  let suffix: String

  init(of journal: String) { suffix = ".\(journal)@plantguide" }

  /// Returns whether an entry is one of the journal's.
  func contains(_ name: String) -> Bool { name.hasSuffix(suffix) }
}

/// A to-do as a server has it (RFC 5545).
struct ToDoEntry {
  /// The path on the server.
  let path: String
  /// The version on the server.
  let etag: String
  /// The lines within the to-do, unfolded.
  private let lines: [String]

  /// The property with the reminder that a to-do stands for.
  static let keyName = "X-PLANTGUIDE-KEY"
  /// The property with the last events that the machine knew which put it.
  static let eventsName = "X-PLANTGUIDE-EVENTS"
  private static let ownNames: Set<String> = [
    "UID", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "SUMMARY", "DUE", "STATUS",
    "COMPLETED", "PERCENT-COMPLETE", keyName, eventsName,
  ]

  /// Reads the first to-do; `nil` if there is none.
  init?(_ text: String, at path: String, etag: String) {
    var inside: [String] = []
    var isInside = false
    for line in Self.unfolded(text) {
      switch line.uppercased() {
      case "BEGIN:VTODO" where !isInside: isInside = true
      case "END:VTODO" where isInside:
        self.path = path
        self.etag = etag
        lines = inside
        return
      default: if isInside { inside.append(line) }
      }
    }
    return nil
  }

  /// Returns the lines without the breaks that keep them short. These can be
  /// within a character, so this works on bytes.
  private static func unfolded(_ text: String) -> [String] {
    var lines: [[UInt8]] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      var line = line[...]
      if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
      if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty
      {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(Array(line))
      }
    }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the name of a line, with its parameters, and the value.
  static func parts(of line: String) -> (name: String, value: String) {
    let bytes = Array(line.utf8)
    var isQuoted = false
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == UInt8(ascii: ":"), !isQuoted {
        return (
          String(decoding: bytes[..<index], as: UTF8.self),
          String(decoding: bytes[(index + 1)...], as: UTF8.self)
        )
      }
    }
    return (line, "")
  }

  private static func plainName(of line: String) -> String {
    let name = line.utf8.prefix {
      $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ";")
    }
    return String(decoding: Array(name), as: UTF8.self).uppercased()
  }

  /// Returns the text that an escaped value stands for.
  private static func text(of value: String) -> String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in value.utf8 {
      if isEscaped {
        let isBreak = byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N")
        bytes.append(isBreak ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The lines that no to-do of PlantGuide has, and inner components such as
  /// alarms.
  var foreignLines: [String] {
    var depth = 0
    return lines.filter { line in
      let name = Self.plainName(of: line)
      if name == "BEGIN" { depth += 1 }
      defer { if name == "END" { depth -= 1 } }
      return !name.isEmpty && (depth > 0 || !Self.ownNames.contains(name))
        && line.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
    }
  }

  /// The value of a property of the to-do itself, as it is written.
  subscript(name: String) -> String? {
    var depth = 0
    for line in lines {
      let own = Self.plainName(of: line)
      if own == "BEGIN" { depth += 1 }
      if own == "END" { depth -= 1 }
      if depth == 0, own == name { return Self.parts(of: line).value }
    }
    return nil
  }

  /// The permanent name.
  var name: String { self["UID"] ?? "" }

  /// A Boolean value that indicates whether somebody has checked it off.
  var isCompleted: Bool {
    self["STATUS"]?.uppercased() == "COMPLETED"
      || self["STATUS"] == nil && self["COMPLETED"] != nil
      || self["PERCENT-COMPLETE"] == "100"
  }

  /// The moment at which somebody checked it off, if it says that.
  var completed: Instant? {
    (self["COMPLETED"] ?? self["LAST-MODIFIED"]).flatMap(
      Instant.init(calendarText:))
  }

  /// Returns whether it was checked off for this reminder, not for an earlier
  /// or a later one.
  func stands(for toDo: ToDo) -> Bool {
    if let key = self[Self.keyName].flatMap({ Reminder.Key($0) }) {
      return key == toDo.key
    }
    // Some programs drop properties that they do not know.
    let day = self["DUE"]?.prefix(8)
    return day == Substring(toDo.due.calendarText)
      || day == Substring(toDo.key.due.calendarText)
  }

  /// The last events from which it was made; none if it does not say that.
  var events: [EventReference] {
    (self[Self.eventsName] ?? "").split(separator: " ")
      .compactMap { EventReference(text: $0) }
  }

  /// Returns whether it stands for a later due day, or for a task that is
  /// unknown or done here.
  func isAhead(of toDo: ToDo?) -> Bool {
    guard let toDo else { return true }
    let key = self[Self.keyName].flatMap { Reminder.Key($0) }
    return key.map { $0.due > toDo.key.due } ?? false
  }

  /// Returns whether it shows a task as it is.
  func shows(_ toDo: ToDo) -> Bool {
    let status = self["STATUS"]?.uppercased() ?? "NEEDS-ACTION"
    return !isCompleted && ["NEEDS-ACTION", "IN-PROCESS"].contains(status)
      && self["SUMMARY"].map(Self.text) == toDo.summary
      && self["DUE"] == toDo.due.calendarText
      && stands(for: toDo)
  }
}

extension EventReference {
  /// The reference as to-dos name it: writer, sequence and hash.
  fileprivate var text: String {
    "\(writer):\(sequence):\(String(hashPrefix, radix: 16))"
  }

  fileprivate init?(text: Substring) {
    let parts = text.split(separator: ":").map(String.init)
    guard parts.count == 3, let writer = WriterID(parts[0]),
      let sequence = UInt64(parts[1]), let hash = UInt64(parts[2], radix: 16)
    else { return nil }
    self.init(writer: writer, sequence: sequence, hashPrefix: hash)
  }
}

extension Day {
  /// The day as calendars write it, such as `20261128`.
  fileprivate var calendarText: String { description.filter { $0 != "-" } }
}

extension Instant {
  /// The moment in UTC as calendars write it, such as `20261128T080000Z`.
  fileprivate var calendarText: String {
    String(rfc3339.prefix(19)).filter { $0 != "-" && $0 != ":" } + "Z"
  }

  /// Reads a moment in UTC.
  fileprivate init?(calendarText text: String) {
    let digits = Array(text)
    guard digits.count == 16, digits[8] == "T", digits[15] == "Z" else {
      return nil
    }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    let day = [part(0..<4), part(4..<6), part(6..<8)].joined(separator: "-")
    let time = [part(9..<11), part(11..<13), part(13..<15)]
      .joined(separator: ":")
    guard let moment = OffsetInstant("\(day)T\(time)Z") else { return nil }
    self = moment.instant
  }
}
