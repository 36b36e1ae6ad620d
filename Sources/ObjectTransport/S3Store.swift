internal import CSodium
internal import Encodings

/// Objects in a bucket of any store that speaks S3.
///
/// Nothing is overwritten. A store that knows conditions sees to that; until
/// that is known, and with any other store, the name is looked up first.
final class S3Store: ObjectStore {
  let client: HTTPClient
  private let address: S3Address
  private var conditions = Conditions.unknown

  /// The store's support for conditions on writing.
  private enum Conditions {
    case unknown
    /// The first object was stored; the next tells.
    case wanted
    case honoured
    case ignored
    /// The store answers that it implements none.
    case refused
  }

  /// The longest object that is sent twice to learn of conditions.
  private static let longestTrial = 1 << 18
  private static let emptyHash = Hexadecimal.encode(sha256([]))

  init(
    _ options: TransportOptions, _ patience: any Patience
  ) throws(TransportError) {
    address = try S3Address(options)
    var authentication = Authentication.none
    if let key = options.user, let secret = options.password {
      authentication = .signature(
        key: key, secret: secret, session: options.token,
        region: options.region)
    }
    client = try HTTPClient(
      host: address.host, options, authentication, patience)
  }

  // MARK: Reading

  func list(
    _ prefix: String, after: String, _ tell: ([String]) throws -> Void
  ) throws -> Int {
    var clock: Int?
    var token: String?
    var last: String?
    var budget = ListingBudget(host: client.host, answers: 1 << 12)
    repeat {
      let response = try client.send(
        request(
          "GET", address.listing(prefix, after: after, token: token),
          limit: S3Listing.mostBytes))
      guard response.status == 200 else { throw fault(response) }
      clock = clock ?? response.date
      let listing = try S3Listing(response.body, host: client.host)
      try budget.take(names: listing.keys.count, bytes: response.body.count)
      let names = listing.keys.compactMap(address.name).filter {
        $0.hasPrefix(prefix) && ObjectName.isAfter($0, after)
          && ObjectName.isValid($0)
      }.sorted { ObjectName.isAfter($1, $0) }
      // Each page begins after the one before has ended.
      guard listing.next != token || token == nil,
        last.map({ last in
          names.first.map { ObjectName.isAfter($0, last) } ?? true
        }) ?? true
      else {
        throw TransportError(
          .server, "\(client.host) lists the same page again and again",
          canRetry: true)
      }
      if !names.isEmpty { try tell(names) }
      last = names.last ?? last
      token = listing.next
    } while token != nil
    return clock ?? StoreHour.now
  }

  func get(_ name: String, atMost limit: Int) throws -> [UInt8]? {
    let response = try client.send(
      request("GET", address.url(name), limit: limit))
    switch response.status {
    case 200: return response.body
    case 404 where Self.code(response) != "NoSuchBucket": return nil
    default: throw fault(response)
    }
  }

  private func isPresent(_ name: String) throws -> Bool {
    let response = try client.send(request("HEAD", address.url(name)))
    switch response.status {
    case 200: return true
    case 404: return false
    default: throw fault(response)
    }
  }

  // MARK: Writing

  func put(_ name: String, _ bytes: ArraySlice<UInt8>) throws -> Storing {
    var attempt = 0
    while true {
      if conditions != .honoured, try isPresent(name),
        let known = try found(name, bytes)
      {
        return known
      }
      let fault: TransportError
      do throws(TransportError) {
        let response = try client.send(writing(name, bytes))
        if response.isSuccess {
          learn(name, bytes)
          return .stored
        }
        fault = self.fault(response)
      } catch {
        fault = error
      }
      if fault.status == 501, conditions != .refused {
        conditions = .refused
        continue
      }
      let isLost = [409, 412].contains(fault.status)
      guard isLost || fault.canRetry else { throw fault }
      if let known = try settled(name, bytes, after: fault) {
        if fault.status == 412 { conditions = .honoured }
        return known
      }
      // Another write is under way, or the refusal is not the store's.
      guard isLost, client.pause(afterAttempt: attempt) else { throw fault }
      attempt += 1
    }
  }

  /// Finds out, before a second object is stored, whether the store knows
  /// conditions: the stored object is sent again, and the same bytes do no
  /// harm.
  private func learn(_ name: String, _ bytes: ArraySlice<UInt8>) {
    guard conditions == .wanted, bytes.count <= Self.longestTrial else {
      if conditions == .unknown { conditions = .wanted }
      return
    }
    let response = try? client.send(writing(name, bytes))
    switch response?.status {
    case 412: conditions = .honoured
    case .some(200..<300): conditions = .ignored
    default: break
    }
  }

  /// S3 does not report it.
  func room() -> Int? { nil }

  func remove(_ name: String) throws -> Bool {
    // Removing succeeds even if nothing was there.
    guard try isPresent(name) else { return false }
    let response = try client.send(request("DELETE", address.url(name)))
    guard response.isSuccess || response.status == 404 else {
      throw fault(response)
    }
    return true
  }

  // MARK: Requests

  private func writing(
    _ name: String, _ bytes: ArraySlice<UInt8>
  ) -> HTTPRequest {
    var request = request(
      "PUT", address.url(name), hash: Hexadecimal.encode(Self.sha256(bytes)))
    request.body = bytes
    request.headers.append(("Content-Type", "application/octet-stream"))
    if conditions != .refused { request.headers.append(("If-None-Match", "*")) }
    return request
  }

  /// A request with the hash of its body, which libcurl signs but does not
  /// make.
  private func request(
    _ method: String, _ url: String, limit: Int = 1 << 16,
    hash: String = emptyHash
  ) -> HTTPRequest {
    HTTPRequest(
      method: method, url: url, headers: [("x-amz-content-sha256", hash)],
      limit: limit)
  }

  private static func sha256(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    // As many bytes as crypto_hash_sha256_bytes() says.
    var hash = [UInt8](repeating: 0, count: 32)
    bytes.withUnsafeBufferPointer {
      // It has no failure.
      _ = crypto_hash_sha256(&hash, $0.baseAddress, UInt64($0.count))
    }
    return hash
  }

  // MARK: Errors

  /// Returns the store's code for a fault.
  private static func code(_ response: HTTPResponse) -> String {
    var code = ""
    try? XMLElements.read(response.body, atMost: 1 << 17) { event in
      guard case .end("Code", let text) = event else { return true }
      code = text
      return false
    }
    let isName = code.utf8.allSatisfy {
      (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
        || (0x30...0x39).contains($0)
    }
    return isName && code.utf8.count <= 60 ? code : ""
  }

  private func fault(_ response: HTTPResponse) -> TransportError {
    let code = Self.code(response)
    let region = response.headers["x-amz-bucket-region"]
    let isElsewhere =
      ["AuthorizationHeaderMalformed", "PermanentRedirect"].contains(code)
      || (response.status == 301 && region != nil)
    guard isElsewhere else { return client.fault(response, code: code) }
    let hint = region.map { ": \(CurlHandle.safe($0))" } ?? ""
    return TransportError(
      .invalid,
      "\(client.host) wants another region for this bucket"
        + " (\(response.status) \(code)); name it\(hint)",
      status: response.status)
  }
}
