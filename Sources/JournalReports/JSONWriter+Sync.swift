package import Encodings
internal import ErrorKit
package import JournalDoctor
internal import JournalEvents
internal import JournalFormats
package import JournalQueries
package import JournalSync
package import JournalTime

// The JSON of syncs and remotes.

extension JSONWriter {
  /// Writes the names that several plants or rooms share, if any.
  package mutating func conflicts(
    _ conflicts: [Finding], _ wording: Wording
  ) {
    guard !conflicts.isEmpty else { return }
    objects("conflicts", conflicts) {
      $0.member("message", $1.message)
      $0.member("remedy", $1.remedy.map(wording.remedy))
    }
  }

  /// Writes the outcome of a sync with a remote, and the conflicts that a
  /// watcher found after it.
  package mutating func outcome(
    _ outcome: SyncOutcome, _ names: NewsNames, _ wording: Wording,
    _ conflicts: [Finding] = []
  ) {
    object { writer in
      writer.member("remote", outcome.remote.name)
      guard let report = outcome.report else {
        if case .failure(let error) = outcome.result {
          writer.member("error", ErrorFacts(of: error).sentence)
        }
        return
      }
      writer.member("journal", report.journal.map { "\($0)" })
      writer.news("received", report.received, names)
      writer.objects("sent", report.sent.sorted { $0.key < $1.key }) {
        $0.member("writer", "\($1.key)")
        $0.member("events", Int(clamping: $1.value))
      }
      writer.member(
        "forkedWriters", report.forkedWriters.sorted().map(\.description))
      writer.objects("lost", report.lost.sorted { $0.key < $1.key }) {
        $0.member("writer", "\($1.key)")
        $0.member("events", Int(clamping: $1.value))
      }
      writer.gaps(report.gaps)
      if report.moreGaps > 0 { writer.member("moreMissing", report.moreGaps) }
      writer.objects("refused", report.refused) {
        $0.member("name", $1.name)
        $0.member("reason", $1.reason)
      }
      if report.moreRefused > 0 {
        writer.member("moreRefused", report.moreRefused)
      }
      if let files = report.files {
        writer.object("photos") { writer in
          writer.member("received", files.received.photos)
          writer.member("sent", files.sent.photos)
          writer.member("thumbnailsReceived", files.received.thumbnails)
          writer.member("thumbnailsSent", files.sent.thumbnails)
          writer.member("room", files.room)
          if let left = files.left {
            writer.object("left") { writer in
              writer.member("notHere", left.notHere)
              writer.member("notThere", left.notThere)
            }
          }
          writer.objects("missing", files.missing) {
            $0.member("photo", $1.name.description)
            $0.member("remotes", $1.remotes)
          }
          writer.objects("refused", files.refused) {
            $0.member("photo", $1.name)
            $0.member("reason", $1.reason)
          }
        }
      }
      writer.member("readOnly", report.isReadOnly)
      writer.member("merged", report.merged)
      writer.member("erased", report.erased)
      writer.member("rewritten", report.rewritten)
      writer.member("sweptFiles", report.sweptFiles)
      writer.member("erasedThere", report.erasedThere)
      writer.member("complete", report.isComplete)
      writer.conflicts(conflicts, wording)
      writer.lostEdits(report.lostEdits, wording)
      writer.object("cost") {
        $0.member("requests", report.cost.requests)
        $0.member("bytesSent", report.cost.bytesSent)
        $0.member("bytesReceived", report.cost.bytesReceived)
      }
    }
  }

  /// Writes the known state of a remote.
  package mutating func status(
    _ status: RemoteStatus, of remote: Remote
  ) {
    object { writer in
      writer.member("name", remote.name)
      writer.member("syncedAt", status.syncedAt?.rfc3339)
      if let failures = status.failures {
        writer.object("failures") { writer in
          writer.member("count", failures.count)
          writer.member("since", failures.since.rfc3339)
          writer.member("reason", failures.reason)
        }
      }
      writer.gaps(status.gaps)
      writer.object("erasures") { writer in
        let erasures = status.erasures
        writer.member("here", erasures.count)
        writer.member("unheard", erasures.unheard)
        writer.member("erasedThere", erasures.remaining)
      }
      writer.objects("writers", status.writers) { writer, held in
        writer.members(of: held.recorder)
        writer.member("here", Int(clamping: held.held))
        writer.member("there", Int(clamping: held.known))
        writer.member("toSend", Int(clamping: held.ahead))
      }
    }
  }

  /// Writes the events that a remote lacks.
  private mutating func gaps(_ gaps: [SyncReport.Gap]) {
    objects("missing", gaps) { writer, gap in
      writer.member("writer", "\(gap.writer)")
      writer.member("first", Int(clamping: gap.sequences.lowerBound))
      writer.member("last", Int(clamping: gap.sequences.upperBound))
    }
  }

  /// Writes the address and the options of a remote.
  package mutating func remote(
    _ remote: Remote, syncedAt: Instant? = nil
  ) {
    object { writer in
      writer.member("name", remote.name)
      writer.member("url", "\(remote.address)")
      writer.member("journal", remote.journal.map { "\($0)" })
      for option in Remote.Option.allCases {
        guard let value = remote.options[option] else { continue }
        writer.name(escaping: option.rawValue)
        if [.encrypt, .netrc].contains(option) {
          writer.bool(value == "true")
        } else {
          writer.string(value)
        }
      }
      writer.member("syncedAt", syncedAt?.rfc3339)
    }
  }

  /// Writes the access tokens of a server.
  package mutating func tokens(_ entries: [AccessTokens.Entry]) {
    object { writer in
      writer.objects("tokens", entries) { writer, entry in
        writer.member("id", entry.id)
        writer.member("device", entry.device)
        writer.member("person", entry.person)
        writer.member("access", entry.access.rawValue)
        writer.member("createdAt", entry.createdAt.rfc3339)
        writer.member("usedAt", entry.usedAt?.rfc3339)
        writer.member("expiresAt", entry.expiresAt?.rfc3339)
        writer.member("endsAt", entry.endsAt?.rfc3339)
        writer.member("revokedAt", entry.revokedAt?.rfc3339)
      }
    }
  }

  /// Writes the machines found in the network, and the remotes that they are.
  package mutating func peers(_ peers: [(peer: FoundPeer, remote: String?)]) {
    object { writer in
      writer.objects("peers", peers) {
        $0.member("name", $1.peer.name)
        $0.member("url", $1.peer.url)
        $0.member("key", $1.peer.pinnedKey)
        $0.member("remote", $1.remote)
      }
    }
  }
}
