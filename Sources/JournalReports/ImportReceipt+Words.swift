internal import Encodings
internal import ErrorKit
internal import JournalActions
package import JournalExchange
internal import JournalQueries
internal import TextKit

extension PlantDifference {
  /// The difference in words: the plant, and each field before and after.
  fileprivate var lines: [String] {
    func shown(_ text: String) -> String {
      let lines = text.split(whereSeparator: \.isNewline)
      let text = SafeText.shown(lines.joined(separator: " / "))
      return text.count > 60 ? text.prefix(60) + "…" : text
    }
    return [plant.shown]
      + fields.map { field in
        let (old, new) = (shown(field.old), shown(field.new))
        return "  \(field.column): "
          + (field.old.isEmpty
            ? "\(new) (new)"
            : field.new.isEmpty ? "\(old) (cleared)" : "\(old) -> \(new)")
      }
  }
}

extension WriteReport {
  /// Creates a report of an import's changes, and of the data it left out.
  ///
  /// - Parameters:
  ///   - imported: The receipt of the import.
  ///   - wording: The wording of the interface.
  ///   - updates: Whether existing plants were to be changed.
  ///   - isShown: Whether the changes were shown already.
  package init(
    _ imported: ImportReceipt, _ wording: Wording, updates: Bool = false,
    isShown: Bool = false
  ) {
    self.init(imported.receipt, wording)
    differences = imported.differences
    let added = made.filter { $0.type == "plant" }
    if added.count > Self.mostPlantsNamed {
      var others = imported.receipt
      others.changes.removeAll { if case .added = $0 { true } else { false } }
      lines = WriteReport(others, wording).lines
    }
    if !isShown {
      lines.insert(contentsOf: differences.flatMap(\.lines), at: 0)
    }
    for room in imported.rooms {
      add(.make, "room \(SafeText.shown(room))")
    }
    let there =
      imported.hortusFox.map {
        "; \($0.changed) changed, \(imported.unchanged) unchanged"
      } ?? "; \(imported.unchanged) there already"
    let noun = imported.schedules == nil ? "plant" : "schedule"
    let count = imported.schedules ?? added.count
    if updates, differences.isEmpty, count == 0 {
      lines.append("nothing to change\(there)")
    } else if updates, !differences.isEmpty {
      let others =
        imported.schedules == nil && count > 0 ? ", \(count) added" : ""
      add(
        Verb("change", "changed"),
        Phrase.count(differences.count, noun) + others + there)
    } else {
      add(
        imported.schedules == nil ? .add : .set,
        Phrase.count(count, noun) + there)
    }
    for likeness in imported.likenesses.prefix(Self.mostPlantsNamed) {
      let others = Phrase.list(
        likeness.others.prefix(3).map { "'\(SafeText.shown($0))'" },
        joinedBy: "and")
      lines.append(
        "\(likeness.place): '\(SafeText.shown(likeness.name))' is new; is it \(others)?"
      )
    }
    if imported.withoutSpecies > 0 {
      lines.append(
        "\(Phrase.count(imported.withoutSpecies, "plant")) without a "
          + "scientific name, called '\(IncomingPlant.unknownSpecies)'")
    }
    if !imported.adopted.isEmpty {
      add(
        .adopt,
        "what the catalogue has for \(Phrase.count(imported.adopted.count, "plant"))"
      )
    }
    lines += Notice.lines(left: imported.notAdopted, wording)
    note(unknownColumns: imported.unknownColumns)
    if let line = imported.openEnd {
      lines.append(
        "note: line \(line) has no line break; if the file was cut off, its last field is not whole"
      )
    }
    if let told = imported.hortusFox {
      add(told, wording)
      if !added.isEmpty {
        lines.append(
          "HortusFox has no schedules; \(wording.remedy(.adoptAll))")
      }
    }
    if !imported.leftOver.isEmpty {
      lines.append(
        "not taken over: "
          + imported.leftOver.map { "\($0.name) (\($0.count))" }
          .joined(by: ", "))
    }
  }

  private static let mostPlantsNamed = 20

  private mutating func note(unknownColumns columns: [String]) {
    guard !columns.isEmpty else { return }
    let names = columns.prefix(Self.mostColumnsNamed).map {
      "'\(SafeText.shown($0))'"
    }
    let more = columns.count - names.count
    lines.append(
      "columns not known: " + names.joined(separator: ", ")
        + (more > 0 ? " and \(more) more" : ""))
  }

  private static let mostColumnsNamed = 20

  /// Adds lines on the parts of a HortusFox backup besides the changes.
  private mutating func add(_ told: HortusFoxReceipt, _ wording: Wording) {
    lines += told.kept.map {
      "changed in both, so left as it is here: \($0.field) of "
        + "\(SafeText.shown($0.subject)), in the backup "
        + "'\(SafeText.shownNote($0.backup))'"
    }
    if told.photos > 0 { add(.add, Phrase.count(told.photos, "photo")) }
    if let facts = told.noPhotos {
      lines.append(
        "note: no photo was taken: \(facts.message)"
          + (facts.remedy.map {
            "; \(wording.remedy($0)), then import again"
          } ?? ""))
    }
    lines += told.gone.map { "left here, so nothing is added: \($0.shown)" }
    let shown = told.problems.prefix(TableError.mostProblemsTold)
    lines += shown.map { "note: \(SafeText.shown($0.description))" }
    let more = told.problems.count - shown.count
    if more > 0 { lines.append("and \(Phrase.count(more, "more note"))") }
    if told.plants == 0 { lines.append("the backup has no plants") }
    if !told.lacks.isEmpty {
      lines.append(
        "not in the backup: \(Phrase.list(told.lacks, joinedBy: "and"))")
    }
    lines.append("times are read in the time zone \(told.zone)")
  }
}
