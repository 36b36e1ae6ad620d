internal import Encodings
internal import ErrorKit
internal import JournalIdentification
internal import JournalQueries
internal import JournalReports
internal import POSIXKit
internal import TerminalKit
internal import TextKit

extension Command {
  static let modelAdd = Command(
    definition: CommandDefinition(
      path: ["model", "add"],
      summary: "Add a model that identifies plants on this machine",
      arguments: [
        ArgumentDefinition(
          name: "DIRECTORY", completion: .file,
          help: "The directory with model.json, or that file")
      ],
      options: [.dryRun] + GlobalOptions.inspecting,
      examples: ["plantguide model add model"],
      discussion: """
        A model is a directory with a network (ONNX), names of plants, a test \
        picture, and model.json, which describes them. docs/identify.md says where to get a model, and how to \
        convert it.

        The command checks the model first. It refuses a model whose test picture \
        gives other results than model.json says. It also refuses a model that \
        this machine would run wrongly. A model with the same name is replaced.

        Models stay on this machine. They are not part of backups.
        """,
      section: .catalogue, isRare: true)
  ) { context in
    let (model, check, isReplaced) = try context.models.add(
      at: context.arguments.positional[0], CommandContext.modelPrograms,
      isRehearsal: context.isDryRun)
    if !context.isDryRun { context.journal.noteWriting() }
    if context.wantsJSON {
      let isDryRun = context.isDryRun
      return try context.printJSONObject {
        $0.members(of: model.card)
        $0.members(of: check)
        $0.member("isReplaced", isReplaced)
        if isDryRun { $0.member("dryRun", true) }
      }
    }
    try context.print(
      "\(context.isDryRun ? "would add" : isReplaced ? "replaced" : "added") the model \(model.card.title)"
    )
    for line in check.lines { try context.print(line) }
    try context.printDryRun()
  }

  static let modelList = Command(
    definition: CommandDefinition(
      path: ["model", "list"],
      summary: "List the models that identify plants on this machine",
      options: GlobalOptions.inspecting,
      examples: ["plantguide model list"],
      discussion:
        "'identify' uses the model that you added last, unless you name another with --model.",
      section: .catalogue, isRare: true)
  ) { context in
    let store = context.models
    let latest = try? store.latest()?.card.name
    let models = try store.names().map { name in
      (name: name, model: Result { try store.model(called: name) })
    }
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.objects("models", models) { writer, entry in
          if let model = try? entry.model.get() {
            writer.members(of: model.card)
            writer.member("plants", model.plantCount)
            writer.member("isUsed", entry.name == latest)
          } else {
            writer.member("name", entry.name)
          }
        }
      }
    }
    guard !models.isEmpty else {
      return try context.print(
        "no models. Add one: plantguide model add DIRECTORY")
    }
    var table = Table([
      .name("MODEL"), .init("VERSION", dropOrder: 1),
      .init("PLANTS", alignment: .right), .init("LICENCE", dropOrder: 2),
      .init("SOURCE", dropOrder: 3),
    ])
    for entry in models {
      guard let card = try? entry.model.get().card,
        let count = try? entry.model.get().plantCount
      else {
        table.add([
          .init(entry.name), .init("damaged", .attention), .init(""),
          .init(""), .init(""),
        ])
        continue
      }
      table.add([
        .init(card.name), .init(card.version), .init("\(count)"),
        .init(card.licence), .init(card.source),
      ])
    }
    try context.print(table)
    if models.count > 1, let latest {
      try context.print("'identify' uses \(SafeText.shown(latest))")
    }
  }

  static let modelCheck = Command(
    definition: CommandDefinition(
      path: ["model", "check"],
      summary: "Check a model, and show what it can know",
      arguments: [modelName],
      options: GlobalOptions.inspecting,
      examples: ["plantguide model check tiny-leaves"],
      discussion:
        "A model brings a test picture with known results. The command runs it and compares. If you name no model, it checks all models of this machine, also if one is damaged. To replace a damaged model, add it again with 'model add'.",
      section: .catalogue, isRare: true)
  ) { context in
    let names = context.arguments.positional.first.map { [$0] }
    var faults: [(name: String, fault: ModelFault)] = []
    var checked: [(card: ModelCard, check: ModelCheck)] = []
    for name in try names ?? context.models.names() {
      do {
        let model = try context.models.model(called: name)
        let check = try model.check(CommandContext.modelPrograms)
        checked.append((model.card, check))
        // A home that is only read needs no note.
        try? model.noteCheck(by: context.journal.program)
      } catch let fault as ModelFault
        where fault.kind == .refused && names == nil
      {
        faults.append((name, fault))
      }
    }
    if context.wantsJSON {
      try context.printJSONObject { writer in
        writer.objects("models", checked) { writer, entry in
          writer.members(of: entry.card)
          writer.members(of: entry.check)
        }
      }
    } else {
      if checked.isEmpty, faults.isEmpty { try context.print("no models") }
      for (card, check) in checked {
        try context.print(context.terminal.styled(card.title, .heading))
        for line in check.lines { try context.print("  \(line)") }
      }
    }
    guard faults.isEmpty else { throw ModelsRefused(faults) }
  }

  static let modelRemove = Command(
    definition: CommandDefinition(
      path: ["model", "remove"],
      summary: "Remove a model from this machine",
      arguments: [
        ArgumentDefinition(name: "MODEL", help: "Its name in 'model list'")
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide model remove tiny-leaves"],
      section: .catalogue, isRare: true)
  ) { context in
    let name = context.arguments.positional[0]
    try context.models.remove(name)
    context.journal.noteWriting()
    guard !context.wantsJSON else {
      return try context.printJSONObject { $0.member("removed", true) }
    }
    try context.print("removed the model \(SafeText.shown(name))")
  }

  private static let modelName = ArgumentDefinition(
    name: "MODEL", isOptional: true, help: "Its name in 'model list'")
}

/// The models that failed their check. The others were checked, too.
private struct ModelsRefused: DescribedError {
  let facts: ErrorFacts

  init(_ faults: [(name: String, fault: ModelFault)]) {
    let faults = faults.map { (name: $0.name, facts: ErrorFacts(of: $0.fault)) }
    let names = Phrase.list(faults.map(\.name), joinedBy: "and")
    facts = ErrorFacts(
      faults[0].facts.kind,
      "\(Phrase.count(faults.count, "model")) cannot be used: \(names)",
      "add the model again with 'plantguide model add', or remove it with 'plantguide model remove'",
      details: faults.map { "\($0.name): \($0.facts.message)" },
      title: "Model Not Ready")
  }
}

extension ModelCard {
  /// The name and the version.
  fileprivate var title: String {
    "\(SafeText.shown(name)) (\(SafeText.shown(version)))"
  }
}

extension CommandContext {
  /// The models of this machine.
  var models: ModelStore { ModelStore(of: journal) }

  /// The programs that run models.
  static var modelPrograms: StoredModel.Programs {
    StoredModel.Programs(
      photo: photoProgram, identify: ChildProcess.sibling("plantguide-identify")
    )
  }
}
