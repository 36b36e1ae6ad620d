internal import POSIXKit

/// The program of the session that shows notes
/// (`org.freedesktop.Notifications`).
final class NoteDaemon {
  private static let name = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  private let bus: SessionBus
  /// The daemon's unique name on the bus.
  private let owner: String
  /// The daemon's capabilities, such as `actions`.
  let capabilities: Set<String>

  /// A message of the daemon about a note.
  enum Event: Hashable {
    /// Somebody chose an action of a note.
    case chosen(UInt32, key: String)
    /// A note is not shown any more.
    case closed(UInt32)
    /// The daemon has ended, and its notes with it.
    case gone
  }

  /// Finds the daemon, which the bus may start for that.
  ///
  /// - Throws: ``NoteError/noDaemon(_:)``.
  init(on bus: SessionBus) throws(NoteError) {
    self.bus = bus
    do throws(BusError) {
      capabilities = Set(
        try bus.call(Self.name, Self.path, Self.name, "GetCapabilities")
          .texts())
      owner = try Self.owner(on: bus)
      // Before the first note, so that no answer is missed.
      try bus.subscribe(
        to: "type='signal',sender='\(owner)',interface='\(Self.name)'")
      try bus.subscribe(
        to: """
          type='signal',sender='\(SessionBus.name)',\
          interface='\(SessionBus.name)',member='NameOwnerChanged',\
          arg0='\(Self.name)'
          """)
    } catch {
      throw .noDaemon(error.words)
    }
  }

  private static func owner(on bus: SessionBus) throws(BusError) -> String {
    try bus.call(
      SessionBus.name, "/org/freedesktop/DBus", SessionBus.name,
      "GetNameOwner"
    ) { $0.append(Self.name) }.text()
  }

  /// Shows a note.
  ///
  /// - Returns: The name of the note.
  /// - Throws: ``NoteError/refused(_:)``.
  func show(_ note: Note) throws(NoteError) -> NoteName {
    do throws(BusError) {
      let id = try bus.call(owner, Self.path, Self.name, "Notify") { call in
        call.append("PlantGuide")
        call.append(UInt32(0))
        call.append("appointment-soon")
        call.append(note.summary)
        call.append(note.body)
        call.append(note.actions)
        call.append(hints(of: note))
        call.append(time(of: note))
      }.number()
      return NoteName(id: id, daemon: owner, bus: bus.id)
    } catch {
      throw .refused(error.words)
    }
  }

  private func hints(of note: Note) -> [(name: String, value: NoteHint)] {
    let urgency = (name: "urgency", value: NoteHint.byte(1))
    return note.isTransient ? [urgency, ("transient", .isTrue)] : [urgency]
  }

  /// The milliseconds for which a note is shown: -1 leaves it to the daemon, 0
  /// is until somebody closes it. A daemon that keeps no notes would show a
  /// reminder for some seconds only, and nobody may be there.
  private func time(of note: Note) -> Int32 {
    note.isTransient || capabilities.contains("persistence") ? -1 : 0
  }

  /// Closes a note. Does nothing if it is not there any more.
  func close(_ id: UInt32) {
    _ = try? bus.call(owner, Self.path, Self.name, "CloseNotification") {
      $0.append(id)
    }
  }

  /// Closes a note by its name, if the session and the daemon are still those
  /// that showed it. Does not start a daemon for that.
  ///
  /// - Throws: ``NoteError/refused(_:)``.
  static func close(_ name: NoteName, on bus: SessionBus) throws(NoteError) {
    guard name.bus == bus.id, (try? owner(on: bus)) == name.daemon else {
      return
    }
    do throws(BusError) {
      _ = try bus.call(
        name.daemon, Self.path, Self.name, "CloseNotification"
      ) { $0.append(name.id) }
    } catch {
      // The daemon answered: it has no such note any more, or has ended.
      guard error.name == nil else { return }
      throw .refused(error.words)
    }
  }

  /// Waits for the next event.
  ///
  /// - Returns: The event; `nil` at the deadline.
  func next(until deadline: Deadline) -> Event? {
    do throws(BusError) {
      while let message = try bus.next(until: deadline) {
        if let event = try event(of: message) { return event }
      }
      return nil
    } catch {
      return .gone
    }
  }

  private func event(of message: BusMessage) throws(BusError) -> Event? {
    if message.sender == owner {
      if message.isSignal(Self.name, "ActionInvoked") {
        return .chosen(try message.number(), key: try message.text())
      }
      if message.isSignal(Self.name, "NotificationClosed") {
        return .closed(try message.number())
      }
    } else if message.sender == SessionBus.name,
      message.isSignal(SessionBus.name, "NameOwnerChanged"),
      try message.text() == Self.name
    {
      _ = try message.text()
      return try message.text() == owner ? nil : .gone
    }
    return nil
  }
}
