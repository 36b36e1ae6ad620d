public import Encodings
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalTime

extension JSONWriter {
  /// Writes a care report: the period, then care, survival and demand.
  public mutating func careReport(_ view: CareReportView) {
    let care = view.care
    object { writer in
      writer.member("since", view.period.lowerBound.description)
      writer.member("until", view.period.upperBound.description)
      writer.member("graceDays", view.grace)
      writer.object("care") { $0.members(of: care.total) }
      writer.objects("months", care.months) { writer, month in
        writer.member("month", month.description)
        writer.members(of: care.total(in: month))
        writer.kinds(care) { care.tally(of: $0, in: month) }
      }
      writer.kinds(care) { care.total(of: $0) }
      writer.object("survival") { $0.survival(view) }
      writer.objects("plants", view.plants) { writer, plant in
        writer.name(of: plant.id, plant.displayName)
        writer.member("given", plant.demand.given)
        writer.member("daysKept", plant.demand.days)
        writer.member("givenPerMonth", fraction: plant.demand.givenPerMonth)
        writer.member(
          "plannedPerMonth", fraction: plant.demand.plannedPerMonth)
      }
    }
  }

  private mutating func members(of tally: CareTally) {
    member("given", tally.given)
    member("onTime", tally.onTime)
    member("late", tally.late)
    member("missed", tally.missed)
    member("skipped", tally.skipped)
    member("onTimeShare", fraction: tally.onTimeShare)
  }

  /// Writes the tallies by kind, without empty ones.
  private mutating func kinds(
    _ care: CareStatistics, _ tally: (TaskKind) -> CareTally
  ) {
    let kinds = care.kinds.filter { tally($0) != CareTally() }
    objects("kinds", kinds) { writer, kind in
      writer.member("kind", kind.name)
      writer.members(of: tally(kind))
    }
  }

  private mutating func survival(_ view: CareReportView) {
    let survival = view.survival
    member("kept", survival.kept)
    object("left") { writer in
      for reason in RemovalReason.allCases where reason != .mistake {
        writer.name(escaping: reason.rawValue)
        writer.integer(survival.left[reason] ?? 0)
      }
    }
    member("survivedShare", fraction: survival.share)
    let species = survival.species.sorted {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    objects("species", species) { writer, species in
      writer.member("scientificName", species.key)
      writer.member("kept", species.value.kept)
      writer.member("died", species.value.died)
    }
    objects("deaths", view.deaths) { writer, death in
      writer.name(of: death.id, death.displayName)
      writer.member("scientificName", death.scientificName)
      writer.member("day", death.day.description)
      writer.member("ageDays", death.age)
    }
  }
}
