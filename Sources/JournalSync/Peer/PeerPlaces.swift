/// The connections of a server, and who holds them.
///
/// A stranger has not shown a valid token on its connection. Strangers have few
/// places and make room for each other, so that they cannot keep guests out. Nor
/// can one guest keep out the others.
public struct PeerPlaces<Connection: Hashable> {
  private struct Place {
    let address: String
    /// `nil` for a stranger.
    var guest: String?
    /// The time since which it is open or idle.
    var since: Int64
    var isBusy = false
  }

  private var places: [Connection: Place] = [:]

  /// The greatest number of strangers' connections, and of guests'.
  private static var strangers: Int { 32 }
  private static var guests: Int { 48 }
  /// The same for one address, and for one guest. A browser opens six
  /// connections at once and keeps them for later requests. So two browsers
  /// have room.
  private static var strangersPerAddress: Int { 12 }
  private static var perGuest: Int { 12 }
  /// The greatest number of connections, including those that are ending.
  public static var most: Int { strangers + guests + 32 }

  /// Creates places that nobody holds.
  public init() {}

  /// Gives a place to a connection that was just made.
  ///
  /// - Parameters:
  ///   - connection: The connection, of a stranger so far.
  ///   - address: The address of the other side.
  ///   - now: The time, in milliseconds.
  /// - Returns: The connection that must end for it; `nil` for none.
  public mutating func enter(
    _ connection: Connection, from address: String, at now: Int64
  ) -> Connection? {
    defer { places[connection] = Place(address: address, since: now) }
    let strangers = places.filter { $0.value.guest == nil }
    let counts = Self.counts(strangers.values.lazy.map(\.address))
    let isCrowded = counts[address] ?? 0 >= Self.strangersPerAddress
    guard isCrowded || strangers.count >= Self.strangers else { return nil }
    // The address with the most connections loses one.
    let most = counts.values.max()
    return takeOldest(
      of: strangers.filter {
        isCrowded
          ? $0.value.address == address : counts[$0.value.address] == most
      })
  }

  /// Notes who sent a request on a connection.
  ///
  /// - Parameters:
  ///   - guest: The name of the token; `nil` for a stranger.
  ///   - connection: The connection.
  /// - Returns: A Boolean value that indicates whether the server may answer,
  ///   and the connection that must end for it.
  public mutating func note(
    _ guest: String?, on connection: Connection
  ) -> (isAdmitted: Bool, ending: Connection?) {
    guard let place = places[connection] else { return (false, nil) }
    var ending: Connection?
    if let guest, place.guest != guest {
      let counts = Self.counts(places.values.lazy.compactMap(\.guest))
      let isCrowded = counts[guest] ?? 0 >= Self.perGuest
      // A connection of another guest has its place already.
      let isFull =
        place.guest == nil && counts.values.reduce(0, +) >= Self.guests
      if isCrowded || isFull {
        let most = counts.values.max() ?? 0
        let candidates = places.filter { other in
          guard let name = other.value.guest else { return false }
          return isCrowded ? name == guest : counts[name] == most
        }
        ending = takeOldest(of: candidates.filter { !$0.value.isBusy })
        // Guests who keep all their connections busy keep no other out.
        if ending == nil, !isCrowded, (counts[guest] ?? 0) + 1 < most {
          ending = takeOldest(of: candidates)
        }
        guard ending != nil else { return (false, nil) }
      }
    }
    places[connection]?.guest = guest
    places[connection]?.isBusy = true
    return (true, ending)
  }

  /// Notes that a connection waits for the next request.
  public mutating func rest(_ connection: Connection, at now: Int64) {
    places[connection]?.isBusy = false
    places[connection]?.since = now
  }

  /// Notes that a connection has ended.
  public mutating func leave(_ connection: Connection) {
    places[connection] = nil
  }

  private mutating func takeOldest(
    of places: [Connection: Place]
  ) -> Connection? {
    let oldest = places.min { $0.value.since < $1.value.since }?.key
    if let oldest { leave(oldest) }
    return oldest
  }

  private static func counts(_ names: some Sequence<String>) -> [String: Int] {
    names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }
}
