internal import ErrorKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalQueries
internal import JournalReports
internal import POSIXKit
internal import TerminalKit

/// Changes one plant through a form, in an editor or from a file.
///
/// Whatever goes wrong, the text is not lost: it can be changed on, and when
/// that is given up, it is kept in a file that the error names.
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

  /// Takes a form that lies in a file.
  mutating func take(
    _ path: String, _ context: inout CommandContext
  ) throws {
    let bytes = try context.process.readFile(path, atMost: .form)
    let text = String(decoding: bytes, as: UTF8.self)
    try context.report(try write(text, context))
  }

  /// Has the form changed in an editor until it can be taken or is given up.
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

  /// Returns whether the text is to be changed on, once it is said what is
  /// wrong.
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

  /// The error for a text that is given up: unless it says nothing new, it is
  /// kept.
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

  /// Puts what is wrong above the text; earlier such remarks go.
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
  /// Writes what the text changes.
  private mutating func write(
    _ text: String, _ context: CommandContext
  ) throws -> WriteReport {
    let request = try form.request(
      text, try context.occasion(), with: try context.plantFieldReader())
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
      // Said once; saving again then means what it says.
      form.acknowledge(conflict)
      throw conflict
    }
  }
}

/// That a form was given up.
struct EditAbandoned: DescribedError {
  /// What is left of the text.
  enum Rest {
    /// It lies in a file.
    case kept(path: String)
    /// It says nothing that the form did not, and is not kept.
    case untouched
    /// The editor has taken its file away.
    case gone
  }

  /// Whose form it was.
  let plant: PlantID
  /// What is left of the text.
  let rest: Rest
  /// Why.
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
