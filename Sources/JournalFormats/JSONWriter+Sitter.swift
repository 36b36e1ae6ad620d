internal import CatalogueStore
public import Encodings
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

extension JSONWriter {
  /// Writes the sheet for a person who looks after the plants.
  public mutating func sitterSheet(_ sheet: SitterSheet) {
    object { writer in
      writer.member("from", sheet.days.lowerBound.description)
      writer.member("until", sheet.days.upperBound.description)
      writer.member("contact", sheet.contact)
      writer.objects("days", sheet.visits) { writer, visit in
        writer.member("date", visit.day.description)
        writer.member("taskCount", visit.taskCount)
      }
      writer.objects("rooms", sheet.rooms) { writer, room in
        writer.member("room", room.id.description)
        writer.member("name", room.name)
        writer.objects("plants", room.plants) { writer, plant in
          writer.member("plant", plant.id.description)
          writer.member("plantName", plant.name)
          writer.member("shortId", ShortID.text(of: plant.id))
          writer.member("scientificName", plant.species)
          writer.object("toxicity") { $0.toxicity(plant.toxicity?.attested) }
          writer.objects("tasks", plant.tasks) { $0.task($1) }
        }
      }
      writer.objects("home", sheet.home.flatMap(\.tasks)) { $0.task($1) }
      writer.object("beforeLeaving") { writer in
        writer.member("day", sheet.eve.description)
        writer.early("due", sheet.early.filter(\.isDue))
        writer.early("waterings", sheet.early.filter { !$0.isDue })
      }
    }
  }

  private mutating func task(_ task: SitterSheet.Task) {
    sitterTask(task.first)
    member("days", task.days.map(\.description))
    member("remarks", task.remarks)
  }

  private mutating func early(
    _ name: StaticString, _ tasks: [SitterSheet.Early]
  ) {
    objects(name, tasks) { writer, early in
      let isOfHome = early.task.plant == .home
      writer.member("plant", isOfHome ? nil : early.task.plant.description)
      writer.member("plantName", isOfHome ? nil : early.task.plantName)
      writer.member("roomName", isOfHome ? nil : early.room)
      writer.sitterTask(early.task)
      writer.member("due", early.task.task.due.description)
      writer.member("lasts", early.lasts)
    }
  }

  private mutating func sitterTask(_ task: TodayView.Task) {
    member("kind", task.task.kind.name)
    member("task", task.task.task?.description)
    member("title", task.task.title)
    member("amount", task.entry.facts.amount)
    member("time", task.task.time?.description)
    member("overdueDays", task.overdueDays)
  }
}
