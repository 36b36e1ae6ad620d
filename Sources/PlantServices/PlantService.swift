package import ErrorKit
internal import JournalEvents
package import JournalQueries
internal import JournalSync
internal import JournalTime
internal import POSIXKit

/// A service on the network that knows plants. All of them are optional.
package enum PlantService: String, CaseIterable, Sendable {
  /// Trefle, which knows names, growth data and pictures of species.
  case trefle
  /// Open Plantbook, which knows the conditions that house plants need.
  case openPlantbook = "openplantbook"
  /// Pl@ntNet, which names the plant in photos.
  case plantnet
  /// Wikidata and Wikimedia Commons, which have pictures of species.
  case wikimedia

  /// The name as the service writes it.
  package var title: String {
    switch self {
    case .trefle: "Trefle"
    case .openPlantbook: "Open Plantbook"
    case .plantnet: "Pl@ntNet"
    case .wikimedia: "Wikimedia"
    }
  }

  /// The address of the service that its operators run.
  package var usualURL: String {
    switch self {
    case .trefle: "https://trefle.io/api/v1"
    case .openPlantbook: "https://open.plantbook.io/api/v1"
    case .plantnet: "https://my-api.plantnet.org"
    // It also answers questions about files of Commons.
    case .wikimedia: "https://www.wikidata.org/w"
    }
  }

  /// A Boolean value that indicates whether the service wants a key.
  package var needsKey: Bool { self != .wikimedia }

  /// The page on which people get a key; of a service without keys, its own.
  package var keyPage: String {
    switch self {
    case .trefle: "https://trefle.io"
    case .openPlantbook: "https://open.plantbook.io"
    case .plantnet: "https://my.plantnet.org"
    case .wikimedia: "https://commons.wikimedia.org"
    }
  }

  /// The environment variable with the key.
  package var keyVariable: String { Secrets.variable("KEY", of: rawValue) }

  /// The remedy for the lack of a key.
  package var keyRemedy: Remedy {
    .giveKey(service: rawValue, page: keyPage, variable: keyVariable)
  }

  /// The least time for which an answer is fresh, in seconds: what is known of
  /// a species changes rarely.
  var freshSeconds: Int { 7 * 86_400 }

  /// The seconds that a request may take.
  var usualTimeout: Int {
    switch self {
    case .trefle, .openPlantbook, .wikimedia: 15
    // Five photos on a slow line.
    case .plantnet: 60
    }
  }
}

/// What the services need of the program that asks them.
package struct ServiceSurroundings {
  /// The path of the journal's home.
  package var home: String
  /// The current time in seconds since 1970.
  package var now: Int
  /// Returns the value of an environment variable.
  package var variable: (String) -> String?
  /// Returns the path of a program that is installed with this one.
  package var sibling: (String) -> String
  /// Gets the standard error of programs that were started.
  package var said: ([UInt8]) -> Void
  /// Gets a line about each request; it never contains a key.
  package var log: ((String) -> Void)?
  /// A Boolean value that indicates whether no connection may be opened.
  package var isOffline = false
  /// A Boolean value that indicates whether to ask again for answers that are
  /// still fresh.
  package var revalidates = false
  /// Waits for this many milliseconds.
  package var pause: (Int) -> Void = {
    Waiting.until(anyIsReadable: [], milliseconds: Int32(clamping: $0))
  }

  /// Creates the surroundings of a program that runs for long, for a request to
  /// a journal. Settings of this machine that cannot be read keep it offline.
  package init(
    of journal: CareJournal, variable: @escaping (String) -> String?,
    sibling: @escaping (String) -> String
  ) {
    self.init(
      home: journal.homePath, now: Int(journal.now.milliseconds / 1_000),
      variable: variable, sibling: sibling)
    let choice = (try? journal.machineSettings())?.value(of: .offlineMode)
    isOffline = choice != .bool(false)
  }

  /// Creates the surroundings.
  package init(
    home: String, now: Int, variable: @escaping (String) -> String?,
    sibling: @escaping (String) -> String,
    said: @escaping ([UInt8]) -> Void = { _ in }
  ) {
    self.home = home
    self.now = now
    self.variable = variable
    self.sibling = sibling
    self.said = said
  }
}
