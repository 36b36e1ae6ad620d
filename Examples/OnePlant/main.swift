// Keeps one plant for eight days, on the floor that every way in stands on.
import Glibc
import JournalActions
import JournalCare
import JournalQueries
import JournalTime

guard let home = CommandLine.arguments.dropFirst().first else {
  print("usage: plantguide-example HOME")
  exit(2)
}
let started = Instant(milliseconds: 1_772_350_000_000)  // 2026-03-01
let aWeekLater = Instant(
  milliseconds: started.milliseconds + 8 * 86_400_000)

var monty = NewPlant(scientificName: "Monstera deliciosa")
monty.nickname = "Monty"
monty.wateringInterval = 7
_ = try CareJournal(at: home, program: "example 1", clock: started).add(monty)

let journal = CareJournal(at: home, program: "example 1", clock: aWeekLater)
var care = CareRequest(PlantChoice(), kind: nil)
care.isDueOnly = true
let receipt = try journal.recordCare(care)
try printToday(journal)
_ = try journal.undo(UndoRequest(receipt.actions[0].shortID))
try printToday(journal)

func printToday(_ journal: CareJournal) throws {
  let today = try journal.read { try TodayView($0) }
  print("\(today.day): \(today.done.count) of \(today.total) done")
  for task in today.overdue {
    print("overdue: \(task.entry.task.kind) of \(task.entry.plantName)")
  }
}
