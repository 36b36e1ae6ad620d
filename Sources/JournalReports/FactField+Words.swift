package import JournalCare
package import JournalEvents
package import JournalQueries
package import JournalTime
internal import TextKit

extension FactField.Kind {
  /// The kind of the values, in a few words.
  package var words: String {
    switch self {
    case .text: "text"
    case .number(nil): "number"
    case .number(let unit?): "number in \(SafeText.shown(unit))"
    case .day: "day"
    case .choice(let words):
      "choice of \(Phrase.list(words.map { SafeText.shown($0) }, joinedBy: "or"))"
    }
  }
}

extension FactSet {
  /// The fact in words, safe to show: "price 12.50".
  package var words: String {
    "\(SafeText.shown(name)) \(value.map { SafeText.shown($0) } ?? "none")"
  }

  /// Returns the fact in words, safe to show, as its field words values:
  /// "price 12.50 EUR".
  package func words(in fields: [FactField], on today: Day) -> String {
    guard let value, let field = fields.first(where: { $0.name == name }) else {
      return words
    }
    let shown = PlantFact(field: field, value: value).words(on: today)
    return SafeText.shown("\(name) \(shown)")
  }
}

extension PlantFact {
  /// Returns the value in words: numbers with their unit, days as dates.
  package func words(on today: Day) -> String {
    switch field.kind {
    case .number(let unit?): "\(value) \(unit)"
    case .day: Day(value)?.words(on: today) ?? value
    case .text, .number, .choice: value
    }
  }
}

extension PlantDetails {
  /// Returns the latest level of health, its day, and the change from the level
  /// before; `nil` if nobody recorded any.
  package func healthText(on today: Day) -> String? {
    health.last.map { latest in
      "\(latest.level) of 5 on \(latest.at.localDay.words(on: today))"
        + (health.count > 1
          ? ", \(PlantDetails.change(from: health[0].level, to: latest.level))"
          : "")
    }
  }

  /// Returns the change from one level of health to the next, in words.
  package static func change(from former: Int, to level: Int) -> String {
    level == former
      ? "as before" : "\(level > former ? "up" : "down") from \(former)"
  }
}
