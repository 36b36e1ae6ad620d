public import Encodings
internal import JournalCare
internal import JournalEvents
internal import JournalTime

extension JSONWriter {
  /// Writes a report of care: the period, then care, survival and demand.
  public mutating func careReport(_ view: CareReportView) {
    object { writer in
      writer.member("since", view.period.lowerBound.description)
      writer.member("until", view.period.upperBound.description)
      writer.member("graceDays", view.grace)
      writer.member("care") { $0.tally(view.care.total) }
      writer.member("months") { $0.months(view.care) }
      writer.member("kinds") { $0.kinds(view.care) }
      writer.member("survival") { $0.survival(view) }
      writer.member("plants") { writer in
        writer.array { writer in
          for plant in view.plants { writer.demand(of: plant) }
        }
      }
    }
  }

  private mutating func tally(_ tally: CareTally) {
    object { $0.members(of: tally) }
  }

  private mutating func members(of tally: CareTally) {
    member("given", tally.given)
    member("onTime", tally.onTime)
    member("late", tally.late)
    member("missed", tally.missed)
    member("skipped", tally.skipped)
    member("onTimeShare", fraction: tally.onTimeShare)
  }

  private mutating func months(_ care: CareStatistics) {
    array { writer in
      for month in care.months {
        writer.object { writer in
          writer.member("month", month.description)
          writer.members(of: care.total(in: month))
          writer.member("kinds") { writer in
            writer.kinds(care) { care.tally(of: $0, in: month) }
          }
        }
      }
    }
  }

  private mutating func kinds(_ care: CareStatistics) {
    kinds(care) { care.total(of: $0) }
  }

  /// Kinds of which nothing was counted are left out.
  private mutating func kinds(
    _ care: CareStatistics, _ tally: (TaskKind) -> CareTally
  ) {
    array { writer in
      for kind in care.kinds where tally(kind) != CareTally() {
        writer.object { writer in
          writer.member("kind", kind.name)
          writer.members(of: tally(kind))
        }
      }
    }
  }

  private mutating func survival(_ view: CareReportView) {
    let survival = view.survival
    object { writer in
      writer.member("kept", survival.kept)
      writer.member("left") { writer in
        writer.object { writer in
          for reason in RemovalReason.allCases where reason != .mistake {
            writer.name(reason.rawValue)
            writer.integer(survival.left[reason] ?? 0)
          }
        }
      }
      writer.member("survivedShare", fraction: survival.share)
      writer.member("species") { $0.species(survival) }
      writer.member("deaths") { writer in
        writer.array { writer in
          for death in view.deaths { writer.death(death) }
        }
      }
    }
  }

  private mutating func species(_ survival: Survival) {
    let sorted = survival.species.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    array { writer in
      for (name, species) in sorted {
        writer.object { writer in
          writer.member("scientificName", name)
          writer.member("kept", species.kept)
          writer.member("died", species.died)
        }
      }
    }
  }

  private mutating func death(_ death: CareReportView.Death) {
    object { writer in
      writer.member("plant", death.id.description)
      writer.member("shortId", ShortID.text(of: death.id))
      writer.member("displayName", death.displayName)
      writer.member("scientificName", death.scientificName)
      writer.member("day", death.day.description)
      writer.member("ageDays", death.age)
    }
  }

  private mutating func demand(of plant: CareReportView.Plant) {
    object { writer in
      writer.member("plant", plant.id.description)
      writer.member("shortId", ShortID.text(of: plant.id))
      writer.member("displayName", plant.displayName)
      writer.member("given", plant.demand.given)
      writer.member("daysKept", plant.demand.days)
      writer.member("givenPerMonth", fraction: plant.demand.givenPerMonth)
      writer.member("plannedPerMonth", fraction: plant.demand.plannedPerMonth)
    }
  }
}
