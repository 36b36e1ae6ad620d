internal import Encodings
public import ErrorKit
internal import JournalEvents
public import JournalLog
internal import JournalQueries
public import JournalTime
internal import POSIXKit

/// The tokens of the devices that may sync with this home's server: the file
/// `tokens.json`.
///
/// The file holds hashes, never the secrets. Each request checks it, so that
/// the server refuses revoked tokens at once.
public struct AccessTokens: Sendable {
  /// The rights of a token.
  ///
  /// Programs that do not know a word of the file let nobody in, so a new one
  /// never gives more rights than it says.
  public enum Access: String, Sendable, CaseIterable {
    /// To fetch.
    case readOnly = "read-only"
    /// To fetch, and to give care on the server's pages.
    case care
    /// To fetch and to bring.
    case readWrite = "read-write"
    /// To subscribe to the calendar of due tasks, and nothing else. Its secret is
    /// part of an address, which calendar programs show and pass on.
    case calendar
  }

  /// A token, or an invitation to get one.
  public struct Entry: Sendable, Hashable {
    /// The name of the entry: the first eight digits of its hash.
    public var id: String { Self.id(hash) }
    /// The device that has the token, or that took up the invitation.
    public fileprivate(set) var device: String?
    /// The person whose device that is, if given.
    public let person: String?
    /// The rights that it gives.
    public let access: Access
    /// The moment when it was made.
    public let createdAt: Instant
    /// The moment when it was last shown, to the minute.
    public fileprivate(set) var usedAt: Instant?
    /// The moment when it was revoked.
    public fileprivate(set) var revokedAt: Instant?
    /// The moment until which an invitation can be taken up; `nil` for a token.
    public let expiresAt: Instant?
    /// The moment at which the session of a browser ends; `nil` for the token of
    /// a machine or a program.
    public let endsAt: Instant?
    /// A Boolean value that indicates whether a browser acts as the home's own
    /// user, or an invitation lets one do so.
    public let isOwners: Bool
    /// The id of the token whose owner made the invitation on a page or by the
    /// API, also of a session that it became; `nil` on the command line.
    public var makerID: String? { maker.map(Self.id) }
    fileprivate let hash: EventHash
    fileprivate var maker: EventHash?
    /// The hash of the invitation that became this session.
    fileprivate var invitation: EventHash?
    /// The hash of the token for which an invitation was taken up.
    fileprivate var exchangedFor: EventHash?

    /// A Boolean value that indicates whether it is a token, rather than an
    /// invitation, and not revoked.
    public var isValid: Bool { revokedAt == nil && expiresAt == nil }

    private static func id(_ hash: EventHash) -> String {
      Hexadecimal.encode(Array(hash.bytes.prefix(4)))
    }

    /// Returns whether it is a token that counts at a moment.
    fileprivate func isValid(at clock: Instant) -> Bool {
      isValid && endsAt.map { clock < $0 } ?? true
    }

    /// Returns whether an invitation can be taken up.
    fileprivate func canBeAccepted(at clock: Instant) -> Bool {
      revokedAt == nil && exchangedFor == nil && createdAt <= clock
        && expiresAt.map { clock < $0 } ?? false
    }

    /// Returns a Boolean value that indicates whether another entry is this
    /// token, still valid and with the same rights.
    func isStill(_ other: Entry) -> Bool {
      other.isValid && other.hash == hash && other.access == access
    }
  }

  /// The number of milliseconds for which an invitation lasts.
  public static let invitationTime: Int64 = 86_400_000
  /// The same for an invitation of the home's own user.
  public static let ownInvitationTime: Int64 = 300_000
  /// The number of milliseconds for which a session lasts.
  public static let sessionTime: Int64 = 90 * 86_400_000

  private let path: String
  // The list keeps revoked and expired entries for a quarter of a year.
  private static let memory: Int64 = 90 * 86_400_000
  private static let maximumByteCount = 1 << 20

  /// The tokens of a home; nothing is read yet.
  public init(of home: JournalHome) {
    path = home.path + "/tokens.json"
  }

  /// Tokens and invitations, in the order in which they were made.
  ///
  /// - Throws: `FileSystemError`, ``AccessTokensError``, or `UntrustedFile` if
  ///   another user could let somebody in.
  public func entries() throws -> [Entry] {
    try WeakPlace.check(path)
    guard
      let text = try File.contents(of: path, atMost: Self.maximumByteCount),
      !text.isEmpty
    else { return [] }
    guard let value = try? JSONReader.parse(text.span.bytes),
      value["version"] == .integer(1), case .array(let items)? = value["tokens"]
    else { throw AccessTokensError.unreadable(path: path) }
    return try items.map { item in
      guard let entry = Entry(item) else {
        throw AccessTokensError.unreadable(path: path)
      }
      return entry
    }
  }

  // MARK: Changes

  /// Makes a token.
  ///
  /// - Parameters:
  ///   - device: The device that gets it.
  ///   - person: The person whose device that is.
  ///   - access: The rights that it gives.
  ///   - clock: The moment that is now.
  /// - Returns: The token, and the device's secret, which is kept nowhere.
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func create(
    device: String, person: String?, access: Access, at clock: Instant
  ) throws -> (entry: Entry, secret: AccessSecret) {
    try Self.check([device, person])
    let secret = AccessSecret.random()
    let entry = Entry(
      device: device, person: person, access: access, createdAt: clock,
      expiresAt: nil, hash: secret.hash)
    try add(entry)
    return (entry, secret)
  }

  /// Makes an invitation, which one device can exchange for a token.
  ///
  /// - Parameters:
  ///   - url: The server's address.
  ///   - keyHash: The SHA-256 of its public key; `nil` without TLS.
  ///   - person: The invited person.
  ///   - access: The rights that the token will give.
  ///   - clock: The moment that is now.
  /// - Returns: The invitation, to be shown once; `nil`, with nothing made, if
  ///   there can be no invitation to such an address.
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func invite(
    to url: String, keyHash: [UInt8]?, person: String?, access: Access,
    at clock: Instant
  ) throws -> PeerInvitation? {
    try Self.check([person])
    let secret = AccessSecret.random()
    guard
      let invitation = PeerInvitation(
        url: url, keyHash: keyHash, secret: secret, person: person)
    else { return nil }
    try add(
      Entry(
        device: nil, person: person, access: access, createdAt: clock,
        expiresAt: clock.after(Self.invitationTime), hash: secret.hash))
    return invitation
  }

  /// A guest of the server who makes an invitation.
  public struct Maker: Sendable {
    fileprivate let token: EventHash
    /// The secret of the invitation.
    fileprivate let secret: AccessSecret

    /// Creates the maker of an invitation.
    ///
    /// - Parameters:
    ///   - token: The secret of the guest's token. Together with the key it
    ///     gives the invitation's secret, so a repeated request gets the same
    ///     link although the server keeps only hashes.
    ///   - key: The key of the request; `nil` if it cannot be repeated.
    public init(_ token: AccessSecret, key: String?) {
      self.token = token.hash
      secret =
        key.map { token.derived("plantguide invitation ", $0) } ?? .random()
    }
  }

  /// Makes an invitation, which one browser can exchange for a session.
  ///
  /// If a guest repeats a request with its key, it gets the same link and
  /// nothing changes.
  ///
  /// - Parameters:
  ///   - url: The server's address.
  ///   - person: The invited person; `nil` for somebody unnamed.
  ///   - access: The rights that the session will give.
  ///   - maker: The guest who makes it, with whose token the invitation ends;
  ///     `nil` for the home's own user.
  ///   - clock: The moment that is now.
  /// - Returns: The link, to be shown once; `nil`, with nothing made, if there
  ///   can be no link to such an address.
  /// - Throws: `FileSystemError`, ``AccessTokensError``, or `OnceError` if the
  ///   key made another invitation before.
  public func inviteToPages(
    at url: String, person: String?, access: Access, by maker: Maker? = nil,
    at clock: Instant
  ) throws -> PageInvitation? {
    try Self.check([person])
    let secret = maker?.secret ?? .random()
    guard var link = PageInvitation(url: url, secret: secret) else {
      return nil
    }
    var made = Entry(
      device: nil, person: person, access: access, createdAt: clock,
      expiresAt: clock.after(Self.invitationTime), hash: secret.hash)
    made.maker = maker?.token
    try change(at: clock) { entries in
      try Self.checkMaker(of: made, among: entries, at: clock)
      guard
        let known = entries.first(where: {
          $0.hash == made.hash || $0.invitation == made.hash
        })
      else { return entries.append(made) }
      guard known.person == person, known.access == access else {
        throw OnceError.usedForAnother
      }
      guard known.canBeAccepted(at: clock) else {
        throw AccessTokensError.invitationOver
      }
      made = known
      link.isRepeated = true
    }
    link.expiresAt = made.expiresAt
    return link
  }

  /// Makes an invitation for a browser of the home's own user, which can be
  /// taken up for five minutes.
  ///
  /// - Parameters:
  ///   - url: The server's address for this machine.
  ///   - clock: The moment that is now.
  /// - Returns: As for others.
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func inviteOwner(
    at url: String, at clock: Instant
  ) throws -> PageInvitation? {
    let secret = AccessSecret.random()
    guard let link = PageInvitation(url: url, secret: secret, isOwners: true)
    else { return nil }
    try add(
      Entry(
        device: nil, person: nil, access: .readWrite, createdAt: clock,
        expiresAt: clock.after(Self.ownInvitationTime), isOwners: true,
        hash: secret.hash))
    return link
  }

  /// Makes an address at which a calendar program finds the due tasks.
  ///
  /// If a guest repeats a request with its key, it gets the same address and
  /// nothing changes.
  ///
  /// - Parameters:
  ///   - url: The server's address.
  ///   - name: The name of the program or its device.
  ///   - maker: The guest who makes it, with whose token it ends; `nil` for the
  ///     home's own user.
  ///   - clock: The moment that is now.
  /// - Returns: The address, to be shown once; `nil`, with nothing made, if there
  ///   can be none on such a server.
  /// - Throws: `FileSystemError`, ``AccessTokensError``, or `OnceError` if the
  ///   key made something else before.
  public func makeCalendar(
    at url: String, named name: String, by maker: Maker? = nil,
    at clock: Instant
  ) throws -> CalendarLink? {
    try Self.check([name])
    let secret = maker?.secret ?? .random()
    guard var link = CalendarLink(url: url, secret: secret) else { return nil }
    var made = Entry(
      device: name, person: nil, access: .calendar, createdAt: clock,
      expiresAt: nil, hash: secret.hash)
    made.maker = maker?.token
    try change(at: clock) { entries in
      try Self.checkMaker(of: made, among: entries, at: clock)
      guard let known = entries.first(where: { $0.hash == made.hash }) else {
        return entries.append(made)
      }
      guard known.access == .calendar, known.device == name, known.isValid
      else { throw OnceError.usedForAnother }
      link.isRepeated = true
    }
    return link
  }

  private static func checkMaker(
    of made: Entry, among entries: [Entry], at clock: Instant
  ) throws(AccessTokensError) {
    guard let maker = made.maker else { return }
    let isThere = entries.contains {
      $0.hash == maker && $0.isValid(at: clock)
    }
    if !isThere { throw .revoked }
  }

  private func add(_ entry: Entry) throws {
    try change(at: entry.createdAt) { $0.append(entry) }
  }

  /// Revokes a token or an invitation, from the next request on. The
  /// invitations and calendars that were made with a token end with it. Revoking
  /// again changes nothing.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - clock: The moment that is now.
  /// - Returns: The revoked entry; `nil` if no entry has the id.
  /// - Throws: `FileSystemError`, or ``AccessTokensError``.
  public func revoke(_ id: String, at clock: Instant) throws -> Entry? {
    try change(at: clock) { entries in
      let named = entries.indices.filter { entries[$0].id == id }
      guard
        let place = named.first(where: { entries[$0].revokedAt == nil })
          ?? named.first
      else { return nil }
      if entries[place].revokedAt == nil { entries[place].revokedAt = clock }
      let token = entries[place].hash
      for place in entries.indices
      where entries[place].maker == token
        && (entries[place].canBeAccepted(at: clock)
          || entries[place].access == .calendar && entries[place].isValid)
      {
        entries[place].revokedAt = clock
      }
      return entries[place]
    }
  }

  /// Exchanges an invitation for the token that a device has made for itself.
  ///
  /// If the same exchange is repeated, as after a lost answer, it is granted
  /// and changes nothing.
  ///
  /// - Returns: The token; `nil` if the invitation is unknown, expired, revoked
  ///   or was taken up for another token.
  func accept(
    _ invitation: AccessSecret, device: String, for token: AccessSecret,
    at clock: Instant
  ) throws -> Entry? {
    try Self.check([device])
    let hash = invitation.hash
    let lasting = token.hash
    return try change(at: clock) { entries in
      guard
        let place = entries.firstIndex(where: {
          $0.expiresAt != nil && $0.hash.isEqualInConstantTime(to: hash)
        })
      else { return nil }
      let found = entries[place]
      if let earlier = found.exchangedFor {
        guard earlier.isEqualInConstantTime(to: lasting) else { return nil }
        return entries.first { $0.isValid && $0.hash == lasting }
      }
      guard found.canBeAccepted(at: clock),
        !entries.contains(where: { $0.hash == lasting })
      else { return nil }
      entries[place].exchangedFor = lasting
      entries[place].device = device
      entries[place].usedAt = clock
      var entry = Entry(
        device: device, person: found.person, access: found.access,
        createdAt: clock, expiresAt: nil, hash: lasting)
      entry.maker = found.maker
      entries.append(entry)
      return entry
    }
  }

  /// Exchanges an invitation for a session, whose secret the server makes: a
  /// browser without scripts cannot. The invitation is forgotten.
  ///
  /// - Returns: The session; `nil` if the invitation is unknown, expired,
  ///   revoked or was taken up.
  func openSession(
    by invitation: AccessSecret, device: String, at clock: Instant
  ) throws -> (entry: Entry, secret: AccessSecret)? {
    try Self.check([device])
    let hash = invitation.hash
    let secret = AccessSecret.random()
    return try change(at: clock) { entries in
      guard
        let place = entries.firstIndex(where: {
          $0.hash.isEqualInConstantTime(to: hash)
        }), entries[place].canBeAccepted(at: clock)
      else { return nil }
      let found = entries.remove(at: place)
      var entry = Entry(
        device: device, person: found.person, access: found.access,
        createdAt: clock, expiresAt: nil,
        endsAt: clock.after(Self.sessionTime), isOwners: found.isOwners,
        hash: secret.hash)
      entry.maker = found.maker
      // A repeated request for the invitation must not make it again.
      entry.invitation = found.maker == nil ? nil : found.hash
      entries.append(entry)
      return (entry, secret)
    }
  }

  /// Revokes a session.
  func end(_ session: Entry, at clock: Instant) throws {
    try change(at: clock) { entries in
      for place in entries.indices
      where entries[place].hash == session.hash
        && entries[place].revokedAt == nil
      {
        entries[place].revokedAt = clock
      }
    }
  }

  /// The status of the file, which changes with the file; `nil` if it is
  /// missing.
  var status: FileStatus? { try? FileStatus(of: path) }

  /// Returns the token that a request shows; `nil` if it shows no valid token.
  /// A session is none: only browsers show it, in a cookie. Nor is the secret in
  /// the address of a calendar.
  static func entry(
    showing secret: AccessSecret, among entries: [Entry]
  ) -> Entry? {
    valid(secret, among: entries).flatMap {
      $0.endsAt == nil && $0.access != .calendar ? $0 : nil
    }
  }

  /// Returns the calendar whose secret is in an address; `nil` if there is none.
  static func calendar(
    of secret: AccessSecret, among entries: [Entry]
  ) -> Entry? {
    valid(secret, among: entries).flatMap {
      $0.access == .calendar ? $0 : nil
    }
  }

  /// Returns the session whose secret a browser shows; `nil` if it shows no
  /// valid one.
  static func session(
    showing secret: AccessSecret, among entries: [Entry], at clock: Instant
  ) -> Entry? {
    valid(secret, among: entries).flatMap { entry in
      entry.endsAt.map { clock < $0 } ?? false ? entry : nil
    }
  }

  /// Returns whether a secret is that of a session that has lasted its whole
  /// time, and was not revoked.
  static func isOver(
    _ secret: AccessSecret, among entries: [Entry], at clock: Instant
  ) -> Bool {
    valid(secret, among: entries)?.endsAt.map { $0 <= clock } ?? false
  }

  /// Returns the token or invitation of a secret, whatever became of it.
  static func any(
    of secret: AccessSecret, among entries: [Entry]
  ) -> Entry? {
    let hash = secret.hash
    return entries.reduce(nil) {
      $1.hash.isEqualInConstantTime(to: hash) ? $1 : $0
    }
  }

  private static func valid(
    _ secret: AccessSecret, among entries: [Entry]
  ) -> Entry? {
    let hash = secret.hash
    var found: Entry?
    // All entries are compared, so that the time does not reveal the token.
    for entry in entries
    where entry.hash.isEqualInConstantTime(to: hash) && entry.isValid {
      found = entry
    }
    return found
  }

  /// Returns whether a request shows an invitation, which may be invalid: that
  /// is checked at the exchange.
  static func isInvitation(
    _ secret: AccessSecret, among entries: [Entry]
  ) -> Bool {
    let hash = secret.hash
    return entries.reduce(false) {
      ($1.hash.isEqualInConstantTime(to: hash) && $1.expiresAt != nil) || $0
    }
  }

  /// Notes that a token was shown, once a minute.
  func noteUse(of entry: Entry, at clock: Instant) throws {
    if let used = entry.usedAt,
      0..<60_000 ~= clock.milliseconds - used.milliseconds
    {
      return
    }
    try change(at: clock) { entries in
      if let place = entries.firstIndex(where: { $0.hash == entry.hash }) {
        entries[place].usedAt = clock
      }
    }
  }

  private func change<R>(
    at clock: Instant, _ body: (inout [Entry]) throws -> R
  ) throws -> R {
    try WeakPlace.check(path)
    // Processes replace the file under its lock; after waiting for the lock,
    // this one reads the new file.
    let file = try File.locked(path, .keeping)
    var entries = try self.entries()
    let before = entries
    let result = try body(&entries)
    if entries != before {
      entries.removeAll { entry in
        guard let end = entry.revokedAt ?? entry.expiresAt ?? entry.endsAt
        else { return false }
        return clock.milliseconds - end.milliseconds > Self.memory
      }
      try File.replace(path, with: Self.text(of: entries))
    }
    file.unlock()
    return result
  }

  /// Refuses what cannot be the name of a device or person.
  package static func check(
    _ names: [String?]
  ) throws(AccessTokensError) {
    for case let name? in names {
      guard isName(name) else { throw .badName }
    }
  }

  /// Returns whether a text can be the name of a device or person.
  static func isName(_ text: String) -> Bool {
    1...100 ~= text.unicodeScalars.count
      && !text.unicodeScalars.contains {
        $0.properties.generalCategory == .control
      }
  }
}

// MARK: The file

extension AccessTokens {
  private static func text(of entries: [Entry]) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", 1)
      writer.objects("tokens", entries) { $1.write(to: &$0) }
    }
    writer.newline()
    return writer.bytes
  }
}

extension AccessTokens.Entry {
  fileprivate init(
    device: String?, person: String?, access: AccessTokens.Access,
    createdAt: Instant, expiresAt: Instant?, endsAt: Instant? = nil,
    isOwners: Bool = false, hash: EventHash
  ) {
    self.device = device
    self.person = person
    self.access = access
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.endsAt = endsAt
    self.isOwners = isOwners
    self.hash = hash
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("hash", hash.description)
    writer.member("device", device)
    writer.member("person", person)
    writer.member("access", access.rawValue)
    writer.member("createdAt", createdAt.rfc3339)
    writer.member("usedAt", usedAt?.rfc3339)
    writer.member("revokedAt", revokedAt?.rfc3339)
    writer.member("expiresAt", expiresAt?.rfc3339)
    writer.member("exchangedFor", exchangedFor?.description)
    // Tokens of machines and programs have neither.
    if let endsAt { writer.member("endsAt", endsAt.rfc3339) }
    if isOwners { writer.member("isOwners", true) }
    // Entries of the command line have neither.
    if let maker { writer.member("maker", maker.description) }
    if let invitation {
      writer.member("invitation", invitation.description)
    }
  }

  /// Reads an entry; `nil` if a member has a wrong form: an unreadable date
  /// must not make a token valid.
  fileprivate init?(_ value: JSONValue) {
    func text(_ name: String) -> String?? {
      switch value[name] {
      case .string(let text): .some(text)
      case .null: .some(nil)
      default: nil
      }
    }
    func instant(_ name: String) -> Instant?? {
      guard let text = text(name) else { return nil }
      guard let text else { return .some(nil) }
      return OffsetInstant(text).map { .some($0.instant) }
    }
    func digest(_ name: String, mayLack: Bool = false) -> EventHash?? {
      if mayLack, value[name] == nil { return .some(nil) }
      guard let text = text(name) else { return nil }
      guard let text else { return .some(nil) }
      return EventHash(text).map { .some($0) }
    }
    guard let hash = digest("hash") ?? nil, let device = text("device"),
      let person = text("person"),
      let access = (text("access") ?? nil).flatMap(
        AccessTokens.Access.init(rawValue:)),
      let createdAt = instant("createdAt") ?? nil,
      let usedAt = instant("usedAt"), let revokedAt = instant("revokedAt"),
      let expiresAt = instant("expiresAt"),
      let exchangedFor = digest("exchangedFor"),
      let endsAt = value["endsAt"] == nil ? .some(nil) : instant("endsAt"),
      [nil, .bool(true)].contains(value["isOwners"]),
      let maker = digest("maker", mayLack: true),
      let invitation = digest("invitation", mayLack: true)
    else { return nil }
    self.init(
      device: device, person: person, access: access, createdAt: createdAt,
      expiresAt: expiresAt, endsAt: endsAt,
      isOwners: value["isOwners"] != nil, hash: hash)
    self.usedAt = usedAt
    self.revokedAt = revokedAt
    self.exchangedFor = exchangedFor
    self.maker = maker
    self.invitation = invitation
  }
}

/// An error in reading or making tokens.
public enum AccessTokensError: DescribedError, Sendable, Hashable {
  /// The file holds something else.
  case unreadable(path: String)
  /// A name is empty, longer than 100 characters or has control characters.
  case badName
  /// The token of the person who asks was revoked meanwhile.
  case revoked
  /// The request made an invitation before, which nobody can take up any more.
  case invitationOver

  public var facts: ErrorFacts {
    switch self {
    case .unreadable(let path):
      .init(
        .damagedData,
        "\(path) is not a list of tokens, so the server lets nobody in",
        "move the file away and make new tokens")
    case .badName:
      .init(
        .invalidInput,
        "a device or person needs a name of 1 to 100 characters on one line")
    case .revoked:
      .init(
        .invalidInput, "your access was revoked, so you cannot invite anybody",
        outcome: .nothingWritten, title: "Not Allowed")
    case .invitationOver:
      .init(
        .conflict,
        "this invitation was made before, and has been taken up or has ended",
        "make another invitation", outcome: .nothingWritten,
        title: "Invitation Over")
    }
  }
}

extension Instant {
  /// The moment so many milliseconds later.
  fileprivate func after(_ count: Int64) -> Instant {
    Instant(milliseconds: milliseconds + count)
  }
}
