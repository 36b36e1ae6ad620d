internal import Encodings
internal import ErrorKit
internal import JournalIdentification
internal import JournalQueries
internal import JournalReports
internal import POSIXKit
internal import PlantServices
internal import TerminalKit
internal import TextKit

extension Command {
  static let servicesStatus = Command(
    definition: CommandDefinition(
      path: ["services", "status"],
      summary: "Show which outside services this machine can use",
      options: [.verbose] + GlobalOptions.inspecting,
      examples: ["plantguide services status"],
      discussion: """
        Outside services are optional. Open Plantbook and Trefle know what \
        species need, and Pl@ntNet names the plant in a photo. The command asks each \
        service that has a key, which costs no identification, and shows what \
        is left of its quota. Wikimedia has pictures, and needs no key; 'picture \
        fetch' asks it. If the setting offlineMode is on, nothing is \
        asked.
        """, section: .services)
  ) { context in
    let surroundings = try context.serviceSurroundings()
    let statuses = try PlantService.allCases.map {
      try ServiceStatus(of: $0, surroundings)
    }
    let report = ServicesReport(
      of: context.journal, statuses, isOffline: surroundings.isOffline)
    guard !context.wantsJSON else {
      return try context.printJSONObject { $0.members(of: report) }
    }
    try context.print(report)
  }

  static let servicesTest = Command(
    definition: CommandDefinition(
      path: ["services", "test"],
      summary: "Ask a service, to see that its key works",
      arguments: [ServiceChoice.argument],
      options: [.verbose] + GlobalOptions.inspecting,
      examples: [
        "plantguide services test trefle",
        "plantguide services test plantnet --verbose",
      ], section: .services)
  ) { context in
    let service = try ServiceChoice.service(in: context.arguments)
    let surroundings = try context.serviceSurroundings()
    let quota = try ServiceStatus.test(service, surroundings)
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.member("name", service.rawValue)
        writer.serviceQuota(quota)
      }
    }
    var status = try ServiceStatus(of: service, surroundings.withoutNetwork)
    status.quota = quota
    try context.print(
      "\(service.title) "
        + (service.needsKey ? "accepts the key." : "answers."))
    if let words = status.quotaWords(context.journal.words(of:)) {
      try context.print(context.styled(words, status))
    }
  }

  static let servicesSet = Command(
    definition: CommandDefinition(
      path: ["services", "set"],
      summary: "Say where the key of a service is, and its address",
      arguments: [ServiceChoice.argument],
      options: ServiceChoice.options.map(\.1) + GlobalOptions.maintaining,
      examples: [
        "plantguide services set trefle --key-file ~/.trefle-key",
        "plantguide services set plantnet --key-command 'pass show plantnet'",
        "plantguide services set trefle --url https://trefle.example/api/v1",
        "plantguide services set trefle --url ''",
      ],
      discussion: """
        You get a key for free: \(ServiceChoice.keyPages).

        Keys are never stored. They come from a file of mode 0600, from a \
        command, or from the variable PLANTGUIDE_TREFLE_KEY, \
        PLANTGUIDE_OPENPLANTBOOK_KEY or PLANTGUIDE_PLANTNET_KEY. A key is sent only with TLS, except to this \
        machine. An empty text removes an option.
        """, section: .services, isWriting: true)
  ) { context in
    let service = try ServiceChoice.service(in: context.arguments)
    var texts: [ServiceOptions.Option: String] = [:]
    for (option, definition) in ServiceChoice.options {
      texts[option] = try context.arguments[definition]
    }
    guard !texts.isEmpty else {
      throw UsageError("'services set' needs an option")
    }
    for option: ServiceOptions.Option in [.keyFile, .caFile] {
      guard let path = texts[option], !path.isEmpty, !path.hasPrefix("/")
      else { continue }
      texts[option] = try FileSystem.canonicalPath(".") + "/" + path
    }
    let home = context.journal.homePath
    try service.choose(texts, ofHomeAt: home)
    context.journal.noteWriting()
    let options = try service.options(ofHomeAt: home)
    let chosen = ServiceOptions.Option.allCases.filter { options[$0] != nil }
    if try context.printedJSON({ writer in
      writer.object { writer in
        writer.member("name", service.rawValue)
        for option in chosen {
          writer.name(escaping: option.rawValue)
          writer.string(options.shown(option) ?? "")
        }
      }
    }) {
      return
    }
    try context.print("set \(service.title)")
    guard !chosen.isEmpty else {
      return try context.print("  no option is set")
    }
    try context.print(
      fields: ServiceChoice.options.map { option, definition in
        (
          definition.name,
          options.shown(option)
        )
      }, width: 11)
    try context.print(
      hint: "try it with: plantguide services test \(service.rawValue)")
  }

  static let pictureFetch = Command(
    definition: CommandDefinition(
      path: ["picture", "fetch"],
      summary: "Fetch pictures of the species of plants",
      arguments: [PlantChoice.argument],
      options: PlantChoice.options + [.verbose] + GlobalOptions.inspecting,
      examples: [
        "plantguide picture fetch Monty", "plantguide picture fetch --all",
      ],
      discussion: """
        Pictures come from Trefle if it has a key, and from Wikimedia Commons, \
        which needs none. Only pictures under free licences are fetched. Their \
        authors and licences are kept and shown with them. The pages and \
        'show' use the pictures, also offline.

        Pictures are kept beside the journal, at most 64 MiB. They are removed \
        with the last plant of their species.
        """, section: .services)
  ) { context in
    let plants = try PlantChoice(context.arguments.positional, of: context)
    let fetcher = try PictureFetcher(
      context.serviceSurroundings(),
      decodingBy: CommandContext.photoProgram)
    let fetched = try context.journal.fetchPictures(
      of: plants, in: context.catalogues, by: fetcher)
    if try context.printedJSON({ $0.fetchedPictures(fetched) }) { return }
    for line in fetched.lines { try context.print(line) }
  }

  static let cacheStatus = Command(
    definition: CommandDefinition(
      path: ["cache", "status"],
      summary: "Show how many answers and pictures of services are kept",
      options: GlobalOptions.inspecting,
      examples: ["plantguide cache status"], section: .services)
  ) { context in
    let home = context.journal.homePath
    let cache = AnswerCache.answers(ofHomeAt: home)
    let shelf = PictureShelf(ofHomeAt: home)
    try cache.check()
    try shelf.check()
    let pictures = shelf.size
    guard !context.wantsJSON else {
      return try context.printJSONObject { writer in
        writer.cacheMembers(cache)
        writer.cache("pictures", pictures, limit: PictureShelf.mostBytes)
      }
    }
    try context.print(cache.words)
    try context.print(
      pictures.words(of: "picture", limit: PictureShelf.mostBytes))
  }

  static let cacheClear = Command(
    definition: CommandDefinition(
      path: ["cache", "clear"],
      summary: "Remove kept answers and pictures of services",
      arguments: [
        ArgumentDefinition(
          name: "PLANT", isOptional: true, isRepeatable: true,
          completion: .plant, help: "The plant; all by default")
      ],
      options: GlobalOptions.inspecting,
      examples: ["plantguide cache clear", "plantguide cache clear Monty"],
      discussion: """
        What is removed is asked for again when it is needed. The journal and \
        its photos stay.
        """, section: .services)
  ) { context in
    var subjects: Set<String>?
    if !context.arguments.positional.isEmpty {
      let plants = PlantChoice(
        names: context.arguments.positional,
        naming: context.naming(includesRemoved: true))
      subjects = Set(
        try context.journal.onlineNames(of: plants, in: context.catalogues)
          .map(\.subject))
    }
    let cleared = try ServiceCaches(ofHomeAt: context.journal.homePath)
      .clear(subjects: subjects)
    if cleared.bytes > 0 { context.journal.noteWriting() }
    if try context.printedJSON({ $0.object { $0.members(of: cleared) } }) {
      return
    }
    try context.print(
      cleared.words + ", " + ProgressUnit.bytes.number(cleared.bytes))
  }
}

/// The naming of a service and its options.
private enum ServiceChoice {
  static let argument = ArgumentDefinition(
    name: "SERVICE", completion: .choice(PlantService.allCases.map(\.rawValue)),
    help: "trefle, openplantbook, plantnet or wikimedia")

  static let options: [(ServiceOptions.Option, Option<String>)] = [
    (
      .url,
      Option(
        "url", value: "URL",
        help: "The address, instead of that of the service's operators")
    ),
    (
      .keyFile,
      Option(
        "key-file", value: "FILE", completion: .file,
        help: "A file of mode 0600 with the key in its first line")
    ),
    (
      .keyCommand,
      Option(
        "key-command", value: "COMMAND",
        help: "A shell command that prints the key")
    ),
    (.caFile, RemoteOptions.caFile), (.proxy, RemoteOptions.proxy),
    (
      .timeout,
      Option(
        "timeout", value: "SECONDS", help: "The seconds a request may take",
        expects: "a whole number from \(ServiceOptions.timeouts.lowerBound) to "
          + "\(ServiceOptions.timeouts.upperBound)"
      ) { text in
        text.isEmpty || ServiceOptions.isTimeout(text) ? text : nil
      }
    ),
  ]

  /// The pages on which people get keys.
  static let keyPages = PlantService.allCases.filter(\.needsKey)
    .map { "for \($0.title) at \($0.keyPage)" }.joined(separator: ", ")

  static func service(
    in arguments: ParsedArguments
  ) throws(ServiceError) -> PlantService {
    let name = arguments.positional[0]
    guard let service = PlantService(rawValue: name.lowercased()) else {
      throw .unknownService(SafeText.shown(name))
    }
    return service
  }
}

extension AnswerCache {
  fileprivate var words: String { size.words(of: "answer", limit: limit) }
}

extension AnswerCache.Size {
  fileprivate func words(of thing: String, limit: Int) -> String {
    "\(Phrase.count(count, thing)), \(ProgressUnit.bytes.number(bytes)) of "
      + "at most \(ProgressUnit.bytes.number(limit))"
  }
}

extension JSONWriter {
  fileprivate mutating func cacheMembers(_ cache: AnswerCache) {
    self.cache("answers", cache.size, limit: cache.limit)
  }

  fileprivate mutating func cache(
    _ name: StaticString, _ size: AnswerCache.Size, limit: Int
  ) {
    object(name) { writer in
      writer.member("count", size.count)
      writer.member("bytes", size.bytes)
      writer.member("limit", limit)
    }
  }
}

extension ServiceSurroundings {
  /// The same surroundings, but no service is asked.
  fileprivate var withoutNetwork: ServiceSurroundings {
    var surroundings = self
    surroundings.isOffline = true
    return surroundings
  }
}

extension ServicesReport {
  /// The name of the model, with the reason to check it again if there is one.
  fileprivate var modelWords: String {
    let words =
      switch (model, modelDoubt) {
      case (nil, nil): "none"
      case (nil, let fault?): "cannot be read: \(fault)"
      case (let model?, nil): model
      case (let model?, let doubt?):
        "\(model) \(doubt); \(Remedy.checkModel(model).text())"
      }
    return SafeText.shown(words)
  }
}

extension CommandContext {
  fileprivate mutating func print(_ report: ServicesReport) throws {
    let statuses = report.statuses
    var table = Table([
      .name("SERVICE"), .init("KEY", dropOrder: 2),
      .init("STATE", narrowest: 12, excess: .wrapped),
      .init("QUOTA", narrowest: 20, dropOrder: 1, movesBelow: true),
      .init("ADDRESS", narrowest: 24, dropOrder: 3),
    ])
    for status in statuses {
      let hasFailed = if case .failed = status.outcome { true } else { false }
      table.add([
        .init(status.service.title, .bold),
        .init(
          status.keySource ?? (status.service.needsKey ? "none" : "not needed")),
        .init(status.words, hasFailed ? .attention : .plain),
        .init(
          status.quotaWords(journal.words(of:)) ?? "", Self.style(of: status)),
        .init(SafeText.shown(status.url), .dim),
      ])
    }
    try print(table)
    for status in statuses {
      guard case .failed(let facts) = status.outcome else { continue }
      let title = status.service.title
      let name = facts.message.contains(title) ? "" : "\(title): "
      try print(SafeText.shown(name + facts.message))
    }
    try print("cache: \(report.cache.words)")
    try print("model: \(report.modelWords)")
    if statuses.contains(where: {
      $0.service.needsKey && $0.keySource == nil
    }) {
      try print(
        hint: "keys are optional: 'plantguide help services set' says where "
          + "they come from"
      )
    }
  }

  /// The emphasis of a quota.
  private static func style(of status: ServiceStatus) -> Style {
    switch QuotaLevel(usedShare: status.usedShare ?? 0) {
    case .short: .attention
    case .scarce: .accent
    case .ample: .plain
    }
  }

  fileprivate func styled(_ words: String, _ status: ServiceStatus) -> String {
    terminal.styled(words, Self.style(of: status))
  }
}
