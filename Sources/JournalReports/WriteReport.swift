package import Encodings
package import JournalActions
internal import JournalEvents
package import JournalExchange
internal import JournalQueries

/// The report of a write, for users and as JSON.
package struct WriteReport {
  /// A Boolean value that indicates whether the write was a dry run.
  package let isDryRun: Bool

  /// A created entity.
  package struct Made {
    package let type: String
    package let id: String
    package let shortID: String?
    package let name: String?
  }

  package var actions: [ActionID] = []
  /// The created entities.
  package var made: [Made] = []
  /// The changes that a table made to existing plants.
  package var differences: [PlantDifference] = []
  /// The actions in words, one line each.
  package var lines: [String] = []

  /// A Boolean value that indicates whether an action was undone, or redone;
  /// `nil` for other writes.
  package var isUndo: Bool?

  /// Creates a report of these lines.
  package init(isDryRun: Bool, lines: [String] = []) {
    self.isDryRun = isDryRun
    self.lines = lines
  }

  /// Adds a line for an action that ends with `rest`.
  package mutating func add(_ verb: Verb, _ rest: String) {
    lines.append(verb.sentence(rest, isDryRun: isDryRun))
  }

  mutating func add(_ other: WriteReport) {
    actions += other.actions
    made += other.made
    lines += other.lines
  }
}

extension JSONWriter {
  /// Writes the report of a write; `undo` is the command that reverts it.
  package mutating func writeReport(_ report: WriteReport, undo: String?) {
    let isDryRun = report.isDryRun
    object { writer in
      // The results of a dry run do not exist, so they have no ids and no undo.
      if isDryRun { writer.member("dryRun", true) }
      writer.list("actions", isDryRun ? [] : report.actions) {
        $0.action($1)
      }
      writer.objects("made", report.made) { writer, made in
        writer.member("type", made.type)
        writer.member("id", made.id)
        if let shortID = made.shortID { writer.member("shortId", shortID) }
        if let name = made.name { writer.member("name", name) }
      }
      if !report.differences.isEmpty {
        writer.objects("differences", report.differences) {
          $0.difference($1)
        }
      }
      if let isUndo = report.isUndo { writer.member("undone", isUndo) }
      writer.member("undo", isDryRun ? nil : undo)
      writer.member("lines", report.lines)
    }
  }

  private mutating func difference(_ difference: PlantDifference) {
    member("plant", difference.plant.id.description)
    member("shortId", ShortID.text(of: difference.plant.id))
    member("name", difference.plant.displayName)
    objects("fields", difference.fields) { writer, field in
      writer.member("column", field.column)
      writer.member("old", field.old.isEmpty ? nil : field.old)
      writer.member("new", field.new.isEmpty ? nil : field.new)
    }
  }

  mutating func action(_ action: ActionID) {
    object { writer in
      writer.member("writer", action.writer.description)
      writer.member("sequence") { $0.integer(action.sequence) }
      writer.member("hash", action.hash.description)
      writer.member("shortId", action.shortID)
    }
  }
}
