package import Encodings
package import JournalActions
internal import JournalEvents
package import JournalExchange
internal import JournalQueries

/// What a write made, for people and as JSON.
package struct WriteReport {
  /// Whether nothing of it was kept.
  package let isDryRun: Bool

  /// One thing that was made.
  package struct Made {
    package let type: String
    package let id: String
    package let shortID: String?
    package let name: String?
  }

  /// The actions that were written.
  package var actions: [ActionID] = []
  /// What was made.
  package var made: [Made] = []
  /// How plants that were there changed by a table.
  package var differences: [PlantDifference] = []
  /// What was done, in words, a line each.
  package var lines: [String] = []

  /// Creates a report of these lines.
  package init(isDryRun: Bool, lines: [String] = []) {
    self.isDryRun = isDryRun
    self.lines = lines
  }

  /// Adds a line on something done, which `rest` ends.
  package mutating func add(_ verb: Verb, _ rest: String) {
    lines.append(verb.sentence(rest, isDryRun: isDryRun))
  }

  /// Adds what another write did.
  mutating func add(_ other: WriteReport) {
    actions += other.actions
    made += other.made
    lines += other.lines
  }
}

extension JSONWriter {
  /// Writes what a write did; `undo` is what takes it back.
  package mutating func writeReport(_ report: WriteReport, undo: String?) {
    let isDryRun = report.isDryRun
    object { writer in
      // What a dry run made is gone again, so it has no ids and no undoing.
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
      writer.member("undo", isDryRun ? nil : undo)
      writer.member("lines", report.lines)
    }
  }

  /// The members of how a plant changed.
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

  /// Writes an action.
  mutating func action(_ action: ActionID) {
    object { writer in
      writer.member("writer", action.writer.description)
      writer.member("sequence") { $0.integer(action.sequence) }
      writer.member("hash", action.hash.description)
      writer.member("shortId", action.shortID)
    }
  }
}
