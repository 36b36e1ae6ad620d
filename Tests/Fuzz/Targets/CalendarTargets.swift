internal import JournalEvents
internal import JournalTime

@testable internal import JournalReminders

extension FuzzTarget {
  /// A to-do as a calendar's server sends it, and what is sent back in its
  /// place: the task as it is, and everything that others added.
  static let toDos = FuzzTarget("to-dos") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let former = ToDoEntry(text, at: "/x", etag: "e") else { return }
    let day = Day(number: 20_778)
    let toDo = ToDo(
      key: Reminder.Key(plant: .home, kind: .watering, task: nil, due: day),
      summary: "Monty; needs, water\\", due: day,
      events: [])
    let names = ToDoNames(of: "n")
    func next(after former: ToDoEntry) throws -> ToDoEntry {
      let sent = toDo.calendar(
        in: names, after: former,
        at: Instant(milliseconds: 1_795_259_400_000))
      guard
        let entry = ToDoEntry(
          String(decoding: sent, as: UTF8.self), at: "/x", etag: "e")
      else { throw BrokenProperty(description: "nothing is sent back") }
      try hold(
        entry.shows(toDo) && entry.name == toDo.name(in: names),
        "the task is not shown")
      return entry
    }
    let entry = try next(after: former)
    try hold(
      try next(after: entry).foreignLines == entry.foreignLines,
      "what others added changes")
  }
}
