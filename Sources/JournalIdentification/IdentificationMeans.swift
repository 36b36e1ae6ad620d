internal import ErrorKit
internal import JournalCare
internal import JournalProjections
package import JournalQueries
internal import POSIXKit
package import PlantServices

/// The models and the service that this machine can identify plants with.
/// Nothing is started or asked to find them out.
package struct IdentificationMeans: Sendable {
  /// The method.
  package var method = IdentificationMethod.hybrid
  /// A Boolean value that indicates whether the network is not used.
  package var isOffline = false
  /// The model that identifies; `nil` if there is none, or it cannot be read.
  package var model: ModelCard?
  /// The reason that the model cannot be read; `nil` for none.
  package var modelFault: String?
  /// A Boolean value that indicates whether the program that runs models is
  /// installed.
  package var hasProgram = true
  /// A Boolean value that indicates whether a source has a key of the service.
  package var hasKey = false

  /// Creates the means of a machine without any.
  package init() {}

  /// Finds out the means of this machine.
  ///
  /// - Throws: Errors of reading the journal, or of the file of services.
  package init(
    of journal: CareJournal, _ programs: StoredModel.Programs,
    _ surroundings: ServiceSurroundings
  ) throws {
    let method = try journal.read { $0.settings.identificationMethod }
    self.method = IdentificationMethod(rawValue: method) ?? .hybrid
    isOffline = surroundings.isOffline
    do {
      model = try ModelStore(of: journal).latest()?.card
    } catch {
      modelFault = ErrorFacts(of: error).message
    }
    hasProgram = FileSystem.isExecutable(programs.identify)
    hasKey = try ServiceClient(for: .plantnet, surroundings).keySource != nil
  }

  /// A Boolean value that indicates whether the device is asked.
  package var asksDevice: Bool {
    (method != .apiOnly || isOffline) && model != nil && hasProgram
  }
  /// A Boolean value that indicates whether the service may be asked. With a
  /// model that cannot be read or run, it is not.
  package var asksService: Bool {
    guard hasKey, !isOffline else { return false }
    return switch method {
    case .hybrid: modelFault == nil && (model == nil || hasProgram)
    case .deviceOnly: false
    case .apiOnly: true
    }
  }
  /// A Boolean value that indicates whether anybody can be asked.
  package var isAny: Bool { asksDevice || asksService }
}
