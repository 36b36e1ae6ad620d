internal import Encodings

/// Objects in a folder of a WebDAV server.
///
/// An object is written under a temporary name, read back, and moved to its own
/// name. So it is there wholly or not at all, and nothing is overwritten.
final class WebDAVStore: ObjectStore {
  let client: HTTPClient
  private let base: WebAddress
  /// Existing collections below the base, without slashes at their ends.
  private var known: Set<String> = [""]
  private var canMove = true

  /// The age, in seconds, from which a temporary object was left behind.
  private static let longestWriting = 86_400
  private static let temporaryPrefix = ".tmp-"

  init(
    _ options: TransportOptions, _ patience: any Patience
  ) throws(TransportError) {
    base = try WebAddress(
      options.url, schemes: ["webdavs": "https", "webdav": "http"])
    client = try HTTPClient(
      host: base.host, options, options.nameAndPassword, patience)
  }

  // MARK: Reading

  func list(
    _ prefix: String, after: String, _ tell: ([String]) throws -> Void
  ) throws -> Int {
    guard let top = try entries(of: prefix) else {
      // The remote is empty, or missing.
      guard let base = try entries(of: "", depth: "0") else {
        throw missingBase(404)
      }
      return base.clock
    }
    // Each hour in which something was put has a collection.
    var budget = ListingBudget(host: client.host, answers: 1 << 17)
    try walk(prefix, top, after: after, &budget, tell)
    return top.clock
  }

  /// The most collections above an object: `v1`, the journal, `s` and the hour.
  private static let mostDepth = 4
  private static let namesAtOnce = 1_000
  /// Longer names of collections do not lead to objects; a journal's has this
  /// length.
  private static let longestCollection = 32

  /// Goes through collections in the order of their names, leaving out those
  /// with nothing after `after`.
  private func walk(
    _ prefix: String, _ folder: consuming Folder, after: String,
    _ budget: inout ListingBudget, _ tell: ([String]) throws -> Void
  ) throws {
    try budget.take(names: folder.entries.count, bytes: folder.byteCount)
    known.insert(String(prefix.dropLast()))
    removeLeftovers(prefix, folder)
    let isDeepest =
      prefix.utf8.count { $0 == UInt8(ascii: "/") } >= Self.mostDepth
    var collections: [String] = []
    var names: [String] = []
    for entry in folder.entries {
      guard !entry.isCollection else {
        if !isDeepest, entry.name.utf8.count <= Self.longestCollection {
          collections.append(entry.name)
        }
        continue
      }
      let name = prefix + entry.name
      guard ObjectName.isValid(name), ObjectName.isAfter(name, after) else {
        continue
      }
      names.append(name)
      if names.count == Self.namesAtOnce {
        try tell(names)
        names = []
      }
    }
    if !names.isEmpty { try tell(names) }
    for name in collections {
      let inner = "\(prefix)\(name)/"
      guard
        ObjectName.isValid(prefix + name),
        ObjectName.isAfter(inner, after) || after.hasPrefix(inner),
        // A collection that was removed meanwhile holds nothing.
        let content = try entries(of: inner)
      else { continue }
      try walk(inner, content, after: after, &budget, tell)
    }
  }

  private struct Folder {
    let entries: [DAVEntry]
    /// The server's clock, in seconds since 1970.
    let clock: Int
    /// The length of the answer.
    let byteCount: Int
  }

  private func entries(
    of path: String, depth: String = "1"
  ) throws -> Folder? {
    let request = HTTPRequest(
      method: "PROPFIND", url: url(path),
      headers: [
        ("Depth", depth), ("Content-Type", "application/xml; charset=utf-8"),
      ], body: DAVListing.question[...], limit: DAVListing.mostBytes)
    let response = try client.send(request)
    switch response.status {
    case 207: break
    case 404, 410: return nil
    case 405, 501:
      throw TransportError(
        .invalid,
        "\(client.host) does not speak WebDAV at \(base.path) "
          + "(\(response.status)); check the remote's URL",
        status: response.status)
    default: throw client.fault(response)
    }
    let listing = try DAVListing(
      response.body, of: base.path + path, host: client.host)
    return Folder(
      entries: listing.entries.sorted { ObjectName.isAfter($1.name, $0.name) },
      clock: response.date ?? StoreHour.now, byteCount: response.body.count)
  }

  /// Removes the remains of programs that were cut off while they wrote. A
  /// reader may lack the rights for that.
  private func removeLeftovers(_ prefix: String, _ folder: Folder) {
    for entry in folder.entries
    where Self.isTemporary(entry.name) && !entry.isCollection {
      guard
        let modified = entry.modified,
        folder.clock - modified > Self.longestWriting
      else { continue }
      discard(prefix + entry.name)
    }
  }

  func get(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    let response = try client.send(
      HTTPRequest(method: "GET", url: url(name), limit: limit))
    switch response.status {
    case 200: return response.body
    case 404, 410: return nil
    default: throw client.fault(response)
    }
  }

  // MARK: Writing

  func put(_ name: String, _ bytes: ArraySlice<UInt8>) throws -> Storing {
    let folder =
      name.utf8.lastIndex(of: UInt8(ascii: "/"))
      .map { String(name[..<$0]) } ?? ""
    try makeCollection(folder)
    if try isPresent(name), let known = try found(name, bytes) { return known }
    guard canMove else { return try writeDirectly(name, bytes) }
    let temporary =
      (folder.isEmpty ? "" : folder + "/") + Self.makeTemporaryName()
    do {
      try write(temporary, bytes)
      let storing = try move(temporary, to: name, bytes)
      if storing != .stored { discard(temporary) }
      return try storing ?? writeDirectly(name, bytes)
    } catch {
      discard(temporary)
      // Somebody may have removed a collection.
      known = [""]
      throw error
    }
  }

  private func isPresent(_ name: String) throws -> Bool {
    let response = try client.send(
      HTTPRequest(method: "HEAD", url: url(name)))
    switch response.status {
    case 200, 204: return true
    case 404, 410: return false
    default: throw client.fault(response)
    }
  }

  private func write(_ name: String, _ bytes: ArraySlice<UInt8>) throws {
    let response = try client.send(writing(name, bytes))
    guard response.isSuccess else { throw client.fault(response) }
    try verify(name, bytes)
  }

  /// Checks the stored bytes: a full disk or a proxy can cut them even if the
  /// server acknowledged the write.
  private func verify(_ name: String, _ bytes: ArraySlice<UInt8>) throws {
    var stored: [UInt8]?
    do {
      stored = try get(name, atMost: bytes.count)
    } catch let error as TransportError where error.kind == .tooLarge {
      stored = nil
    }
    guard let stored, stored.elementsEqual(bytes) else {
      throw TransportError(
        .server,
        "\(client.host) returns other contents than were written; check its "
          + "disk, then try again", canRetry: true)
    }
  }

  private func writing(
    _ name: String, _ bytes: ArraySlice<UInt8>
  ) -> HTTPRequest {
    HTTPRequest(
      method: "PUT", url: url(name),
      headers: [("Content-Type", "application/octet-stream")], body: bytes)
  }

  /// Moves the written object to its own name.
  ///
  /// - Returns: `nil` if the server cannot move.
  private func move(
    _ temporary: String, to name: String, _ bytes: ArraySlice<UInt8>
  ) throws -> Storing? {
    var attempt = 0
    while true {
      // A second attempt would not find the object that the first has moved.
      let request = HTTPRequest(
        method: "MOVE", url: url(temporary),
        headers: [("Destination", url(name)), ("Overwrite", "F")],
        isRepeatable: false)
      guard let fault = fault(of: request) else { return .stored }
      // Somebody else was faster, or this move was carried out unanswered.
      if let known = try settled(name, bytes, after: fault) { return known }
      // Behind a proxy a server may take its own address for a foreign one.
      if [400, 405, 501, 502].contains(fault.status) {
        canMove = false
        return nil
      }
      let isPassing = fault.canRetry || [404, 409, 412].contains(fault.status)
      guard isPassing, client.pause(afterAttempt: attempt) else { throw fault }
      attempt += 1
    }
  }

  /// Writes to a server that cannot move. The name was looked up before, and
  /// the server gets a condition as well, if it knows any.
  private func writeDirectly(
    _ name: String, _ bytes: ArraySlice<UInt8>
  ) throws -> Storing {
    var request = writing(name, bytes)
    request.headers.append(("If-None-Match", "*"))
    guard let fault = fault(of: request) else {
      try verify(name, bytes)
      return .stored
    }
    guard let known = try settled(name, bytes, after: fault) else {
      throw fault
    }
    return known
  }

  /// Sends a request that changes something, and returns its fault, if any.
  private func fault(of request: HTTPRequest) -> TransportError? {
    do throws(TransportError) {
      let response = try client.send(request)
      return response.isSuccess ? nil : client.fault(response)
    } catch {
      return error
    }
  }

  /// Makes a collection if it is missing, and the collections above it.
  ///
  /// The deepest is tried first: most often the others exist.
  private func makeCollection(_ path: String) throws {
    guard !known.contains(path) else { return }
    let request = HTTPRequest(method: "MKCOL", url: url(path + "/"))
    var response = try client.send(request)
    if [404, 409].contains(response.status),
      let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    {
      try makeCollection(String(path[..<slash]))
      response = try client.send(request)
    }
    switch response.status {
    // Some servers answer 201 for an existing collection.
    case 200..<300, 405: known.insert(path)
    case 404, 409: throw missingBase(response.status)
    default:
      // Apache answers 403 to a client that is a moment later than another.
      guard (try? entries(of: path + "/", depth: "0")) != nil else {
        throw client.fault(response)
      }
      known.insert(path)
    }
  }

  private func missingBase(_ status: Int) -> TransportError {
    TransportError(
      .notFound,
      "\(client.host) has no folder \(CurlHandle.safe(base.path)); make it, or "
        + "check the remote's URL", status: status)
  }

  func remove(_ name: String) throws -> Bool {
    let response = try client.send(
      HTTPRequest(method: "DELETE", url: url(name)))
    switch response.status {
    case 200..<300: return true
    case 404, 410: return false
    default: throw client.fault(response)
    }
  }

  func room() throws -> Int? {
    let response = try client.send(
      HTTPRequest(
        method: "PROPFIND", url: url(""),
        headers: [
          ("Depth", "0"), ("Content-Type", "application/xml; charset=utf-8"),
        ], body: DAVListing.roomQuestion[...], limit: 1 << 16))
    return response.status == 207 ? DAVListing.room(in: response.body) : nil
  }

  /// Removes a temporary object, if that is possible.
  private func discard(_ name: String) {
    _ = try? client.send(
      HTTPRequest(method: "DELETE", url: url(name), isRepeatable: false))
  }

  private func url(_ path: String) -> String {
    base.text + PercentEncoding.path(path.utf8)
  }

  private static func makeTemporaryName() -> String {
    temporaryPrefix
      + Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: 0...255) })
  }

  private static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(temporaryPrefix)
      && Hexadecimal.decode(String(name.dropFirst(temporaryPrefix.count)))?
        .count == 16
  }
}

extension TransportOptions {
  /// The name and password, if both are given.
  var nameAndPassword: Authentication {
    guard let user, let password else { return .none }
    return .basic(user: user, password: password)
  }
}
