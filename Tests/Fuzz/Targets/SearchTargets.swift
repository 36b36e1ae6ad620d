internal import SearchEngine

@testable internal import PlantGuideCLI
@testable internal import TerminalKit

extension FuzzTarget {
  /// A query, and below it the names of a document; also looked for among a
  /// few plants that are always the same.
  static let search = FuzzTarget("search") { bytes in
    let lines = FuzzInput(bytes).parts(UInt8(ascii: "\n")).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let text = lines.first, let query = try? SearchQuery(text) else {
      return
    }
    for document in try found(query, text, in: plants) {
      try holdMarks(query, text, in: plants.names[document])
    }
    let own = Array(lines.dropFirst().prefix(4))
    guard !own.isEmpty else { return }
    _ = try found(query, text, in: Documents([own]))
    try holdMarks(query, text, in: own)
  }

  /// Documents with their names folded, and the tables of these.
  private struct Documents: Sendable {
    let names: [[String]]
    let folded: [[FoldedText]]
    let image: [UInt8]

    init(_ names: [[String]]) {
      self.names = names
      folded = names.map { $0.map(FoldedText.init) }
      var builder = SearchTablesBuilder()
      for (document, names) in names.enumerated() {
        builder.beginDocument()
        for (place, name) in names.enumerated() {
          builder.addName(
            name, folded[document][place],
            kind: NameKind(
              number: place == 0 ? 0 : 1, rank: 0, isBotanical: place == 0))
        }
      }
      image = builder.image()
    }
  }

  // Made once: they never change.
  private static let plants = Documents([
    ["Monstera deliciosa", "Swiss Cheese Plant", "Philodendron pertusum"],
    ["Monstera adansonii"],
    ["Dracaena trifasciata", "Snake Plant", "Sansevieria trifasciata"],
    ["Dracaena trifasciata 'Laurentii'", "Variegated Snake Plant"],
    ["Philodendron hederaceum 'Brasil'", "Brasil Philodendron"],
    ["×Sedeveria 'Letizia'", "Zéro – “Œillet”"],
    ["Pachyphytum 'Dr. Cornelius'", "水仙", "Σίσυφος ß"],
  ])

  /// The documents that are found; the prefilter admits each.
  private static func found(
    _ query: SearchQuery, _ text: String, in documents: Documents
  ) throws -> [Int] {
    let reader = try ImageReader(
      documents.image.span.bytes, version: SearchTablesBuilder.version)
    let tables = try SearchTables(reader)
    var search = Search()
    let found = try search.matches(for: query, in: tables, limit: nil)
    try hold(found.total == found.matches.count, "some are missing")
    let prefilter = NamePrefilter(query)
    for match in found.matches {
      var finding = NamePrefilter.Finding()
      for name in documents.folded[match.document] {
        finding.formUnion(prefilter.finding(in: name))
      }
      try hold(
        prefilter.admits(finding),
        "\(documents.names[match.document]) is found by '\(text)', "
          + "and not admitted")
    }
    let again = try search.matches(for: query, in: tables, limit: 3)
    try hold(
      again.matches == Array(found.matches.prefix(3)),
      "the best are others where fewer are wanted")
    return found.matches.map(\.document)
  }

  /// Marks lie within their names, in order.
  private static func holdMarks(
    _ query: SearchQuery, _ text: String, in names: [String]
  ) throws {
    for name in names {
      var end = 0
      for mark in query.marks(in: name) {
        try hold(
          mark.lowerBound >= end && mark.upperBound <= name.utf8.count,
          "'\(text)' is marked at \(mark) in '\(name)'")
        end = mark.upperBound
      }
    }
  }

  /// The words of a command line, a zero byte between them.
  static let arguments = FuzzTarget("arguments") { bytes in
    var words: [String] = []
    for (place, word) in FuzzInput(bytes).parts(0).enumerated() {
      let ended = (word + [0]).map { CChar(bitPattern: $0) }
      guard
        let text = try? ended.withUnsafeBufferPointer({ word in
          try word.baseAddress.map {
            try ArgumentBytes.decode($0, position: place + 1)
          }
        })
      else { return }
      words.append(text)
    }
    try holdUnderstood(words)
    let few = candidates(words.dropLast())
    for among in few.map({ [definitions, $0] }) ?? [definitions] {
      guard
        case .value(let value) =
          CompletionRequest(words, commands: among).wanted
      else { continue }
      try hold(
        value.lead + value.prefix == words.last ?? "", "typed text is lost")
    }
    let line = words.joined(separator: " ")
    let bash = BashLine(line, wordBreaks: " \t\n\"'><=;|&(:")
    _ = bash.replacement(line)
    try hold(!bash.words.isEmpty, "no word is left to be finished")
  }

  private static let definitions = Command.all.map(\.definition)

  /// The commands that words begin; none where all are to be looked at, which
  /// would only be tried twice.
  private static func candidates(
    _ words: some Collection<String>
  ) -> [CommandDefinition]? {
    let few = Command.candidates(for: Array(words))
    return few.count < definitions.count ? few.map(\.definition) : nil
  }

  /// A line means the same whether all commands are looked at or those alone
  /// that its words begin.
  private static func holdUnderstood(_ words: [String]) throws {
    let all = outcome(words, definitions, HelpTopic.all)
    guard let few = candidates(words) else { return }
    let short = outcome(words, few, few.count > 1 ? HelpTopic.all : [])
    try hold(all == short, "\(all)\nbecomes\n\(short)")
  }

  private static func outcome(
    _ words: [String], _ commands: [CommandDefinition], _ topics: [HelpTopic]
  ) -> String {
    let parser = CommandLineParser(commands: commands, topics: topics)
    do throws(UsageError) {
      let invocation = try parser.parse(words)
      guard case .run(let command, let parsed) = invocation else {
        return HelpText.text(
          for: invocation, topics: HelpTopic.all, width: 80)
      }
      let options = command.options.map { "\($0.name) \(parsed.texts(of: $0))" }
      return "\(command.path) \(parsed.positional) \(options)"
    } catch {
      return "\(error)"
    }
  }
}
