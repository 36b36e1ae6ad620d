/// A column of a table of schedules, under the name that JSON has for it.
enum ScheduleColumn: String, CaseIterable {
  case plant
  case plantName
  case kind
  case intervalDays
  case spring
  case summer
  case autumn
  case winter
  case activeMonths
  case amount
  case fertilizer
  case time
  case startOn
  case lastDone
  case nextDue
}
