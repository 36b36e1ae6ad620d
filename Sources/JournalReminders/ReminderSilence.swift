public import JournalTime

/// A rule that forbids messages at a moment.
public enum ReminderSilence: Sendable, Hashable {
  /// Reminders are off.
  case off
  /// A holiday lasts until the end of this day.
  case pause(until: Day)
  /// Nothing is said on this day of the week.
  case weekday
  /// Quiet hours last until this time.
  case quietHours(until: TimeOfDay)
}
