internal import ErrorKit
public import JournalQueries
internal import JournalSync
internal import JournalTime
internal import TextKit

extension CareJournal {
  /// Returns findings about past syncs, without asking the remotes.
  public func syncFindings() -> [Finding] {
    do {
      let remotes = try remotes()
      var findings = remotes.compactMap { remote in
        failures(of: remote).map { failures in
          Finding.warning(
            .sync,
            failures.text(of: remote.name, since: failures.since.rfc3339),
            .syncAgain(remote: remote.name))
        }
      }
      if case .named(let names) = autoSync {
        let unknown = names.filter { name in
          !remotes.contains { $0.name == name }
        }
        findings += unknown.map {
          Finding.warning(
            .sync, "'autoSync' names '\($0)', which is not a remote",
            .resetSetting("autoSync"))
        }
      }
      guard findings.isEmpty, !remotes.isEmpty else { return findings }
      return [
        .ok(.sync, "\(Phrase.count(remotes.count, "remote")), none has failed")
      ]
    } catch {
      return [.problem(.sync, error)]
    }
  }
}
