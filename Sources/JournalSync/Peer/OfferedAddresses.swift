public import JournalQueries
public import POSIXKit

/// The addresses at which the server of a home can be reached, for an
/// invitation.
public struct OfferedAddresses: Sendable {
  /// The addresses, those that other machines most likely reach first; at least
  /// one.
  public let urls: [String]
  /// The SHA-256 of the server's public key in libcurl's form, if known.
  public let pinnedKey: String?
  /// A Boolean value that indicates whether the server runs.
  public let isRunning: Bool
  /// A Boolean value that indicates whether other machines reach the server.
  public let isOpen: Bool
  private let places: [String]

  /// Creates the addresses of a server.
  ///
  /// - Parameters:
  ///   - last: The address at which it listens, or listened last; `nil` if it
  ///     never ran.
  ///   - addresses: The addresses of this machine.
  public init(of last: ServedAddress?, on addresses: [NetworkAddress]) {
    let reachable = addresses.filter { !$0.isLoopback }
    // If the server does not run, it can be started where others reach it.
    let served =
      last?.isRunning == false && last?.isLoopback == true ? nil : last
    let found =
      switch served?.host {
      case nil: reachable.map(\.host)
      case "0.0.0.0"?: reachable.filter { !$0.isIPv6 }.map(\.host)
      case "[::]"?: reachable.filter(\.isIPv6).map(\.host)
      case let host?: [host]
      }
    let port = served?.port ?? 8714
    isOpen = !found.isEmpty && served?.isLoopback != true
    let scheme = served?.usesTLS ?? isOpen ? "https" : "http"
    let hosts = found.isEmpty ? ["127.0.0.1"] : found
    urls = hosts.map { "\(scheme)://\($0):\(port)" }
    places = hosts.map { "\(served?.host ?? $0):\(port)" }
    pinnedKey = served?.pinnedKey
    isRunning = served?.isRunning == true
  }

  /// Returns the address and port at which to start the server for one of the
  /// addresses; `nil` if it runs.
  public func idlePlace(at index: Int) -> String? {
    isRunning ? nil : places[index]
  }
}

extension CareJournal {
  /// The addresses at which this home's server can be reached.
  ///
  /// - Throws: `FileSystemError`, or `UntrustedFile` if another user could
  ///   change what the server noted.
  public func offeredAddresses() throws -> OfferedAddresses {
    OfferedAddresses(of: try servedAddress, on: try NetworkAddress.all())
  }
}
