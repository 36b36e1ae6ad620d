internal import Catalogue
internal import JournalCare
internal import JournalEvents
internal import JournalProjections
internal import JournalTime
internal import LMDBKit
internal import TerminalKit

extension Command {
  static let add = Command(
    definition: CommandDefinition(
      path: ["add"],
      summary: "Add a plant to the collection",
      arguments: [
        ArgumentDefinition(
          name: "SPECIES", completion: .species,
          help: "Such as \"Monstera deliciosa\" or \"swiss cheese\"")
      ],
      options: [
        .nickname,
        .room,
        Option(
          "every", value: "SPAN", completion: .interval,
          help: "Water it so often: 7d, 2w, weekly"),
        RepeatableOption(
          "common", value: "NAME", help: "A common name"),
        .family,
        .genus,
        .category,
        .location,
        .acquired,
        .parent,
        RepeatableOption(
          "tag", value: "TEXT", completion: .tag, help: "A label"),
        .asTyped,
      ] + OptionDefinition.writing,
      examples: [
        "plantguide add \"Calathea orbifolia\" --name Olga --room Kitchen --every 7d",
        "plantguide add \"Monstera deliciosa\" --from Monty --acquired yesterday",
        "plantguide add \"swiss cheese\" --yes",
      ],
      discussion: """
        Family and common names come from the catalogue where it has the \
        scientific name; of a genus alone, as Begonia or "Begonia sp.", the \
        family. On a terminal, where it asks, or with --yes, a common name, \
        some words of it or a near spelling will do, and the advice on care \
        comes, too, for a genus what is usual of it, with schedules for water \
        and fertilizer. What it does not know, or what could be several \
        plants, is taken as it is; then a hint names what comes near.
        """, section: .collection, isWriting: true)
  ) { context in
    let arguments = context.arguments
    let zone = try context.inputZone()
    let at = try context.at(in: zone)
    let typedName = try NameInput.name(
      arguments.positional[0], "the scientific name")
    let note = try arguments[.note]
    let answer = try context.catalogueAnswer(to: typedName)
    let newPlant = NewPlant(
      name: typedName, completion: answer.completion,
      place: try context.locationEdit())
    let report = try context.write { session, report in
      let id: PlantID = session.randomness.id()
      let plant = try newPlant.body(
        context, zone, in: try session.snapshot())
      try session.beginAction()
      try session.perform(
        .add(plant), on: id, at: at, note: note)
      for command in try newPlant.care(arguments, session.calendar.hemisphere) {
        try session.perform(command, on: id, at: at)
      }
      _ = try session.endAction()
      let state = try session.plant(id)
      let name = SafeText.shown(state.displayName)
      let shortID = ShortID.text(of: id)
      report.made.append(
        .init(
          type: "plant", id: id.description, shortID: shortID,
          name: state.displayName))
      report.add(.add, "\(name) (\(shortID))\(newPlant.addendum)")
      report.lines += answer.remarks
      report.noteFuture(
        plant.acquiredOn, after: zone.localDay(of: session.now))
    }
    try context.report(report)
  }
}

extension OptionDefinition {
  static let asTyped = Flag(
    "as-typed", help: "Take nothing from the catalogue")
}
