package import Encodings
internal import ErrorKit
package import JournalIdentification
package import JournalQueries
package import PlantServices
internal import TextKit

/// The outside services, the kept answers and the models of a machine.
package struct ServicesReport {
  /// A Boolean value that indicates whether no service is asked.
  package let isOffline: Bool
  /// The services with their states.
  package let statuses: [ServiceStatus]
  /// The kept answers.
  package let cache: AnswerCache
  /// The reason why the kept answers cannot be read; `nil` if they can.
  package let cacheFault: String?
  /// The models by name; `nil` for a card that cannot be read.
  package let models: [(name: String, card: ModelCard?)]
  /// The name of the model that identifies; `nil` for none.
  package let model: String?
  /// The reason that the model cannot be used as it is, such as "lacks its file
  /// network.onnx", or that the directory of models cannot be read; `nil` for
  /// none.
  package let modelDoubt: String?

  /// Creates the report of a machine.
  ///
  /// - Parameters:
  ///   - journal: The journal, in whose home everything is.
  ///   - statuses: The services with their states.
  ///   - isOffline: Whether no service is asked.
  package init(
    of journal: CareJournal, _ statuses: [ServiceStatus], isOffline: Bool
  ) {
    self.isOffline = isOffline
    self.statuses = statuses
    let cache = AnswerCache.answers(ofHomeAt: journal.homePath)
    self.cache = cache
    cacheFault = cache.fault.map { ErrorFacts(of: $0).message }
    let store = ModelStore(of: journal)
    do {
      let names = try store.names()
      let model = try store.latestName()
      let doubts = try store.doubts(of: nil)
      models = names.map { ($0, (try? store.model(called: $0))?.card) }
      self.model = model
      modelDoubt = doubts.first { $0.name == model }?.reason
    } catch {
      models = []
      model = nil
      modelDoubt = ErrorFacts(of: error).message
    }
  }
}

extension JSONWriter {
  /// Writes the members of the services, the kept answers and the model.
  package mutating func members(of report: ServicesReport) {
    member("offline", report.isOffline)
    list("services", report.statuses) { $0.serviceStatus($1) }
    object("cache") { writer in
      let size = report.cache.size
      writer.object("answers") { writer in
        writer.member("count", size.count)
        writer.member("bytes", size.bytes)
        writer.member("limit", report.cache.limit)
        if let fault = report.cacheFault { writer.member("fault", fault) }
      }
    }
    member("model", report.model)
    member("modelDoubt", report.modelDoubt)
  }
}

extension ServiceCaches.Cleared {
  /// A sentence such as "removed 3 answers and 1 picture".
  package var words: String {
    "removed \(Phrase.count(answers.count, "answer")) and "
      + Phrase.count(pictures.count, "picture")
  }
}

extension JSONWriter {
  /// Writes the members of what was removed.
  package mutating func members(of cleared: ServiceCaches.Cleared) {
    member("removed", cleared.answers.count)
    member("pictures", cleared.pictures.count)
    member("bytes", cleared.bytes)
  }
}

/// The steps at which a quota comes to its end.
package enum QuotaLevel: Sendable {
  case ample
  /// From 70 % on, it comes to its end.
  case scarce
  /// From 90 % on, it needs attention.
  case short

  /// The step of the share that is used, from 0 to 1.
  package init(usedShare: Double) {
    self = usedShare >= 0.9 ? .short : usedShare >= 0.7 ? .scarce : .ample
  }
}
