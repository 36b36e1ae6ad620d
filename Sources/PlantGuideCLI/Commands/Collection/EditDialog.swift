internal import ErrorKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import POSIXKit
internal import TerminalKit
internal import TextKit

/// Changes one plant through a form, in an editor or from a file.
///
/// Whatever goes wrong, the text is not lost: the user can go on changing it,
/// and otherwise a file that the error names keeps it.
struct EditDialog {
  private let plant: PlantID
  private var form: PlantForm

  /// Prepares the form of the one plant that is selected.
  init(of plants: PlantChoice, _ context: CommandContext) throws {
    guard plants.names.count == 1 else {
      throw UsageError(
        "a form is one plant's; \(plants.names.count) plants are named",
        hint: "change several at once with options such as --tag")
    }
    (plant, form) = try context.read { snapshot in
      let (id, state) = try snapshot.firstPlant(of: plants)
      return (id, PlantForm(of: state, id: id, snapshot.fields))
    }
  }

  /// Reads the form from a file.
  mutating func take(
    _ path: String, _ context: inout CommandContext
  ) throws {
    let bytes = try context.process.readFile(path, atMost: .form)
    let text = String(decoding: bytes, as: UTF8.self)
    try context.report(try write(text, context))
  }

  /// Opens the form in an editor until it is valid or the user cancels.
  mutating func run(_ context: inout CommandContext) throws {
    let editor = try context.process.editor
    let file = try DraftFile(form.text, in: FileSystem.temporaryDirectory)
    var untouched = form.text
    while true {
      let report: WriteReport
      do {
        try editor.open(file.path)
        report = try write(try text(in: file, context), context)
      } catch {
        guard try wantsToGoOn(after: error, with: file, context) else {
          throw givingUp(file, untouched, error, context)
        }
        untouched = try annotate(file, with: error, context)
        continue
      }
      file.remove()
      return try context.report(report)
    }
  }

  /// Reports the error, and returns whether the user goes on changing the text.
  private func wantsToGoOn(
    after error: any Error, with file: DraftFile, _ context: CommandContext
  ) throws -> Bool {
    guard ![.system, .damagedData].contains(ErrorFacts(of: error).kind),
      (try? text(in: file, context)) != nil
    else { return false }
    let report = ErrorReport(describing: error)
    return try context.process.prompt.confirm(
      "\(report.message). Edit again?")
  }

  /// The error for a text that is given up: unless it is unchanged, a file
  /// keeps it.
  private func givingUp(
    _ file: DraftFile, _ untouched: String, _ error: any Error,
    _ context: CommandContext
  ) -> any Error {
    guard let kept = try? text(in: file, context) else {
      return EditAbandoned(
        plant: plant, rest: .gone, underlying: error)
    }
    guard kept == untouched else {
      return EditAbandoned(
        plant: plant, rest: .kept(path: file.path), underlying: error)
    }
    file.remove()
    return error is TextEditorError
      ? EditAbandoned(plant: plant, rest: .untouched, underlying: error)
      : error
  }

  private func text(
    in file: DraftFile, _ context: CommandContext
  ) throws -> String {
    String(
      decoding: try context.process.readFile(file.path, atMost: .form),
      as: UTF8.self)
  }

  private static let remark = "#! "

  /// Puts the error above the text, replacing earlier ones.
  private func annotate(
    _ file: DraftFile, with error: any Error, _ context: CommandContext
  ) throws -> String {
    let kept = try text(in: file, context)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(Self.remark) }
    let reasons =
      (error as? PlantForm.Rejection)?.problems.map(\.reason)
      ?? [ErrorFacts(of: error).message]
    let text = (reasons.map { Self.remark + $0 } + kept.map(String.init))
      .joined(separator: "\n")
    try file.write(text)
    return text
  }
}

extension EditDialog {
  /// Writes the changes that the text makes.
  private mutating func write(
    _ text: String, _ context: CommandContext
  ) throws -> WriteReport {
    let request = try form.request(
      text, in: context.catalogues, try context.occasion(),
      with: try context.plantFieldReader())
    do {
      guard let request,
        case let receipt = try context.journal.edit(request, context.mode),
        !receipt.actions.isEmpty
      else {
        return WriteReport(
          isDryRun: context.isDryRun, lines: ["nothing changed"])
      }
      return WriteReport(receipt, .commandLine)
    } catch let conflict as EditConflict {
      // Refused once; saving again then stands.
      form.acknowledge(conflict)
      throw conflict
    }
  }
}

/// A form that was given up.
struct EditAbandoned: DescribedError {
  /// The fate of the text.
  enum Rest {
    /// A file keeps it.
    case kept(path: String)
    /// It is unchanged, and not kept.
    case untouched
    /// The editor has taken its file away.
    case gone
  }

  /// The plant of the form.
  let plant: PlantID
  let rest: Rest
  /// The reason that the form was given up.
  let underlying: any Error

  var facts: ErrorFacts {
    let call = "plantguide edit \(ShortID.text(of: plant))"
    var facts = ErrorFacts(of: underlying)
    facts.outcome = .nothingWritten
    switch rest {
    case .untouched: break
    case .kept(let path):
      facts.remedy = .text(
        "your text is kept in \(path); mend it, then: "
          + "\(call) --form \(ShellQuoting.quoted(path))")
    case .gone:
      facts = .init(
        .invalidInput,
        "the editor has removed the form, so no text is kept",
        .text("save the form in its place: \(call)"),
        outcome: .nothingWritten)
    }
    return facts
  }
}
