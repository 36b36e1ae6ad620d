public import Encodings
public import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalTime

// The JSON of each view, with the members and their order that
// `schemas/projections/` describes.

extension JSONWriter {
  /// Writes an open task.
  public mutating func task(_ task: TodayView.Task) {
    let open = task.entry.task
    object { writer in
      writer.member("plant", task.entry.plant.description)
      writer.member("kind", open.kind.name)
      writer.member("task", open.task?.description)
      writer.member("due", open.due.description)
      writer.member("overdueDays", task.overdueDays)
      writer.member("snoozedUntil", open.snoozedUntil?.description)
      writer.member("snoozeCount", open.snoozeCount)
      writer.member("time", open.time?.description)
    }
  }

  /// Writes care that was given on `day`, in the form of a task.
  public mutating func done(
    _ done: TodayView.Done, on day: Day, zone: TimeZoneRules
  ) {
    object { writer in
      writer.member("plant", done.plant.description)
      writer.member("kind", done.kind.name)
      writer.member("task", String?.none)
      writer.member("due", day.description)
      writer.member("overdueDays", 0)
      writer.member("snoozedUntil", String?.none)
      writer.member("snoozeCount", 0)
      writer.member("time", String?.none)
      writer.member("at", zone.offsetInstant(of: done.at).description)
    }
  }

  /// Writes the view of a day.
  public mutating func today(_ view: TodayView, zone: TimeZoneRules) {
    object { writer in
      writer.member("date", view.day.description)
      writer.member("overdue") { $0.tasks(view.overdue) }
      writer.member("today") { writer in
        writer.array { writer in
          for room in view.today {
            writer.object { writer in
              writer.member("room", room.id.description)
              writer.member("tasks") { $0.tasks(room.tasks) }
            }
          }
        }
      }
      writer.member("done") { writer in
        writer.array { writer in
          for done in view.done {
            writer.done(done, on: view.day, zone: zone)
          }
        }
      }
      writer.member("snoozed") { $0.tasks(view.snoozed) }
      writer.member("progress") { writer in
        writer.object { writer in
          writer.member("done", view.done.count)
          writer.member("total", view.total)
        }
      }
      writer.member("badge", view.badge)
    }
  }

  /// Writes a list of open tasks.
  public mutating func tasks(_ tasks: [TodayView.Task]) {
    array { writer in for task in tasks { writer.task(task) } }
  }

  /// Writes the look-ahead: the days that have tasks.
  public mutating func upcoming(_ view: UpcomingView) {
    array { writer in
      for day in view.days {
        writer.object { writer in
          writer.member("date", day.date.description)
          writer.member("tasks") { $0.tasks(day.tasks) }
        }
      }
    }
  }

  /// Writes a plant of the collection.
  public mutating func plant(_ view: PlantView) {
    let state = view.state
    object { writer in
      writer.member("id", view.id.description)
      writer.member("shortId", ShortID.text(of: view.id))
      writer.member("displayName", state.displayName)
      if let profile = state.profile { writer.profile(profile) }
      writer.member("room", view.room.description)
      writer.member("isFavorite", state.isFavorite)
      writer.member("tags", state.profile?.tags ?? [])
      writer.member("location", state.details.location?.rawValue)
      writer.member("notes", view.notes)
      writer.member("measurements") { writer in
        writer.array { writer in
          for measurement in view.measurements {
            writer.measurement(measurement)
          }
        }
      }
      writer.member("acquiredOn", state.profile?.acquiredOn?.description)
      writer.member("addedAt", state.addedAt?.description)
      writer.member("source", state.profile?.source.rawValue)
      writer.member("confidence", fraction: state.profile?.confidence)
      writer.member("parent", state.profile?.parent?.description)
      writer.member("identification") { writer in
        writer.optional(state.details.identification) {
          $0.identification($1)
        }
      }
      writer.member("careProfile") { writer in
        writer.optional(state.details.careProfile) { $0.careProfile($1) }
      }
      writer.member("removed") { writer in
        writer.optional(state.removal) { writer, removal in
          writer.object { writer in
            writer.member("reason", removal.reason.rawValue)
            writer.member("at", removal.at.description)
          }
        }
      }
    }
  }

  private mutating func profile(_ profile: PlantAdded) {
    member("nickname", profile.nickname)
    member("scientificName", profile.scientificName)
    member("commonNames", profile.commonNames)
    member("family", profile.family)
    member("genus", profile.genus)
    member("category", profile.category)
  }

  /// Writes a schedule.
  public mutating func schedule(_ view: ScheduleView) {
    let schedule = view.schedule
    object { writer in
      writer.member("plant", view.plant.description)
      writer.member("kind", schedule.kind.name)
      writer.member("intervalDays", schedule.intervalDays)
      writer.member("seasonalIntervalDays", schedule.seasonalIntervalDays)
      writer.member("activeMonths", schedule.activeMonths)
      writer.member("amount", schedule.amount)
      writer.member("fertilizer", schedule.fertilizer?.rawValue)
      writer.member("time", schedule.time?.description)
      writer.member("startOn", schedule.startOn?.description)
      writer.member("lastDone", view.lastDone?.description)
      writer.member("nextDue", view.nextDue?.description)
    }
  }

  /// Writes a room and how many plants show in it.
  public mutating func room(_ room: RoomList.Room, plantCount: Int) {
    object { writer in
      writer.member("id", room.id.description)
      writer.member("name", room.name)
      writer.member("icon", room.icon)
      writer.member("sortOrder", room.sortOrder)
      writer.member("isDefault", room.isDefault)
      writer.member("plantCount", plantCount)
    }
  }

  /// Writes a collection's numbers.
  public mutating func statistics(_ view: StatisticsView) {
    object { writer in
      writer.member("totalPlants", view.totalPlants)
      writer.member("favoriteCount", view.favoriteCount)
      writer.member("familyDistribution") { $0.counts(view.familyDistribution) }
      writer.member("identificationSources") {
        $0.counts(view.identificationSources)
      }
      writer.member("addedThisMonth", view.addedThisMonth)
      writer.member("upcomingTasks", view.upcomingTasks)
      writer.member("overdueTasks", view.overdueTasks)
      writer.member("removedPlants", view.removedPlants)
      writer.member("completedToday", view.completedToday)
    }
  }

  private mutating func counts(_ counts: [StatisticsView.Count]) {
    object { writer in
      for entry in counts {
        writer.name(entry.name)
        writer.integer(entry.count)
      }
    }
  }

  /// Writes the settings in force, those that this program does not know
  /// among them, by key.
  public mutating func settings(_ settings: JournalSettings) {
    var values: [String: SettingValue] = settings.values.filter {
      SettingKey(rawValue: $0.key) == nil
    }
    for key in SettingKey.allCases {
      values[key.rawValue] = settings.effective(key)
    }
    let sorted = values.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    object { writer in
      for (key, value) in sorted {
        writer.name(key)
        writer.setting(value)
      }
    }
  }
}
