package import Encodings
package import JournalActions
internal import JournalEvents
internal import JournalExchange
package import JournalQueries
package import JournalSync
internal import TextKit

/// The known places of copies of erased data.
package struct ErasedCopies {
  /// The directories of backups.
  package let backups: [String]
  /// The remotes.
  package let remotes: [Remote]

  /// Finds the copies.
  ///
  /// - Throws: An error of the journal or its backups.
  package init(of erased: ErasedEvents, in journal: CareJournal) throws {
    let events = erased.events.map(\.event)
    backups = try journal.backups(holding: events)
    remotes = try journal.remotes(holding: events)
  }
}

extension ErasedEvents {
  /// A line on the erased photos' files, if any.
  package var lineOnPhotos: [String] {
    let files = events.compactMap { erased -> BlobName? in
      guard case .photoCaptured(let body)? = erased.event.payload?.body else {
        return nil
      }
      return body.sha256
    }
    let count = Set(files).count
    return count > 0
      ? [
        "with this, the files of \(Phrase.count(count, "photo")) go, but for those that others need"
      ] : []
  }
}

extension JSONWriter {
  /// Writes an erasure and the places of copies.
  package mutating func erasure(
    _ erased: ErasedEvents, _ copies: ErasedCopies, _ actions: [ActionID],
    isDryRun: Bool
  ) {
    object { writer in
      if isDryRun { writer.member("dryRun", true) }
      writer.list("actions", actions) { $0.action($1) }
      writer.objects("events", erased.events) { $0.members(of: $1) }
      writer.objects("remarks", erased.remarks) { $0.members(of: $1) }
      writer.objects("vanishing", erased.vanishing) {
        $0.member("plant", $1.id.description)
        $0.member("name", $1.displayName)
      }
      writer.object("copies") { writer in
        writer.member("backups", copies.backups)
        writer.member("remotes", copies.remotes.map(\.name))
      }
    }
  }

  private mutating func members(of erased: ErasedEvent) {
    let header = erased.event.header
    member("id", erased.id)
    member("writer", header.writer.description)
    member("sequence") { $0.integer(header.sequence) }
    member("hash", erased.event.hash.description)
    member("stream", header.stream.description)
    member("type", header.type)
  }
}
