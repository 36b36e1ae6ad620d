internal import Encodings

/// A store that keeps objects under descriptive names.
protocol ObjectStore: AnyObject {
  var client: HTTPClient { get }

  /// Reports the names that begin with `prefix` and come after `after`, in
  /// portions.
  ///
  /// - Returns: The store's clock at its first answer, in seconds since 1970.
  func list(
    _ prefix: String, after: String, _ tell: ([String]) throws -> Void
  ) throws -> Int

  /// An object's bytes, or `nil` if it does not exist.
  func get(_ name: String, atMost limit: Int) throws -> [UInt8]?

  /// Stores an object unless there is one already.
  func put(_ name: String, _ bytes: ArraySlice<UInt8>) throws -> Storing

  /// Removes an object; returns whether there was one.
  func remove(_ name: String) throws -> Bool

  /// Returns the free space in bytes; `nil` if the store does not report it.
  func room() throws -> Int?
}

/// The result of storing.
enum Storing: String {
  case stored
  /// The same bytes are already stored.
  case exists
}

extension ObjectStore {
  /// Returns `exists` if the object has the given bytes; `nil` if it does not
  /// exist.
  ///
  /// - Throws: ``TransportError/Kind/conflict`` if it has others.
  func found(
    _ name: String, _ bytes: ArraySlice<UInt8>
  ) throws -> Storing? {
    let stored: [UInt8]?
    do {
      stored = try get(name, atMost: bytes.count)
    } catch let error as TransportError where error.kind == .tooLarge {
      throw conflict(name)
    }
    guard let stored else { return nil }
    guard stored.elementsEqual(bytes) else { throw conflict(name) }
    return .exists
  }

  /// Returns the result of an attempt with an unclear end; throws `error` if
  /// that is still unclear.
  func settled(
    _ name: String, _ bytes: ArraySlice<UInt8>, after error: TransportError
  ) throws -> Storing? {
    do {
      return try found(name, bytes)
    } catch let other as TransportError where other.kind != .conflict {
      throw error
    }
  }

  private func conflict(_ name: String) -> TransportError {
    TransportError(
      .conflict,
      "\(client.host) holds other bytes under \(name), which stay as they are; "
        + "somebody else wrote them, or they are damaged")
  }
}

/// The names of objects, which go into URLs and requests unchanged.
enum ObjectName {
  private static let longest = 900

  /// Returns whether a text can name an object: parts of `a-z`, `0-9`, `.` and
  /// `-`, none hidden, separated by slashes.
  static func isValid(_ name: String) -> Bool {
    guard name.utf8.count <= longest else { return false }
    return name.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).allSatisfy { part in
      part.first.map { $0 != UInt8(ascii: ".") } == true
        && part.allSatisfy {
          (0x61...0x7a).contains($0) || (0x30...0x39).contains($0)
            || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
        }
    }
  }

  static func check(_ name: String) throws(TransportError) {
    guard isValid(name) else {
      throw TransportError(
        .invalid, "no object can be called \(CurlHandle.safe(name))")
    }
  }

  static func check(prefix: String) throws(TransportError) {
    guard
      prefix.isEmpty
        || (prefix.hasSuffix("/")
          && isValid(
            String(prefix.dropLast())))
    else {
      throw TransportError(
        .invalid, "no names can begin with \(CurlHandle.safe(prefix))")
    }
  }

  /// Returns whether `name` comes after `other`, byte by byte.
  static func isAfter(_ name: String, _ other: String) -> Bool {
    other.utf8.lexicographicallyPrecedes(name.utf8)
  }
}

extension HTTPClient {
  /// Returns the error for an unexpected answer.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - code: The S3 store's code of the error.
  /// - Returns: The error to throw.
  func fault(_ response: HTTPResponse, code: String = "") -> TransportError {
    let status = response.status
    let answer = code.isEmpty ? "\(status)" : "\(status) \(code)"
    func error(
      _ kind: TransportError.Kind, _ words: String, canRetry: Bool = false
    ) -> TransportError {
      TransportError(
        kind, "\(host) \(words)", status: status, canRetry: canRetry)
    }
    switch status {
    case _ where code == "RequestTimeTooSkewed":
      return error(
        .credentials,
        "refuses requests because this machine's clock differs from "
          + "its own (\(answer)); set the clock")
    case 401:
      return error(
        .credentials,
        "does not accept the name or password (\(answer)); check both")
    case 403:
      return error(
        .credentials,
        "does not permit this (\(answer)); check name, "
          + "password and rights")
    case 407:
      return TransportError(
        .credentials, "the proxy wants a name and a password (407)",
        status: status)
    case 404, 410:
      return error(
        .notFound, "has no such place (\(answer)); check the remote's URL")
    case 413:
      return error(.tooLarge, "accepts no objects of this size (\(answer))")
    case 423:
      return error(
        .server,
        "has this locked for somebody else (\(answer)); try again later",
        canRetry: true)
    case 507:
      return error(
        .server, "has no room left (\(answer)); free some, then try again",
        canRetry: true)
    case 408, 429, 500...:
      let wait =
        response.retryAfter(now: StoreHour.now)
        .map { ", in \($0) seconds as it says" } ?? " later"
      return error(
        .server, "is not available (\(answer)); try again\(wait)",
        canRetry: true)
    default:
      return error(
        .server, "sent an unexpected answer (\(answer)); check the URL")
    }
  }
}
