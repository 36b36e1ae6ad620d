internal import CSodium
internal import Encodings
internal import JournalEvents

/// A secret of 256 random bits that gives access to a peer.
///
/// It has no description, so that no log contains it by mistake.
public struct AccessSecret: Sendable {
  let bytes: [UInt8]

  private static let byteCount = 32

  /// Makes a random secret.
  public static func random() -> AccessSecret {
    AccessSecret(
      unchecked: [UInt8](unsafeUninitializedCapacity: byteCount) {
        if let start = $0.baseAddress { randombytes_buf(start, byteCount) }
        $1 = byteCount
      })
  }

  init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a secret's text; `nil` for any other text.
  public init?(_ text: String) {
    guard text.utf8.count == 43, let bytes = Base64URL.decode(text) else {
      return nil
    }
    self.init(bytes: bytes)
  }

  /// Reads the `Authorization` header of a request; `nil` if there is none.
  init?(authorization: String?) {
    let scheme = "bearer "
    guard let authorization,
      authorization.prefix(scheme.count).lowercased() == scheme
    else { return nil }
    self.init(String(authorization.dropFirst(scheme.count)))
  }

  /// The text to hand over: 43 characters of base64url.
  public var text: String { Base64URL.encode(bytes) }

  /// The hash that is stored in its place.
  var hash: EventHash { EventHash(of: bytes.span.bytes) }

  /// Returns another secret that follows from this one and does not reveal it.
  ///
  /// - Parameters:
  ///   - purpose: The purpose of the secret; it begins no other purpose.
  ///   - text: A text that tells secrets of one purpose apart.
  /// - Returns: The secret.
  func derived(_ purpose: StaticString, _ text: String = "") -> AccessSecret {
    let key = bytes
    let input = purpose.withUTF8Buffer { Array($0) } + Array(text.utf8)
    let hash = [UInt8](unsafeUninitializedCapacity: key.count) {
      if let start = $0.baseAddress {
        _ = crypto_generichash(
          start, key.count, input, UInt64(input.count), key, key.count)
      }
      $1 = key.count
    }
    return AccessSecret(unchecked: hash)
  }
}

extension EventHash {
  /// Returns whether both are equal, in a time that does not show where they
  /// differ.
  func isEqualInConstantTime(to other: EventHash) -> Bool {
    bytes.withUnsafeBytes { left in
      other.bytes.withUnsafeBytes { right in
        sodium_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
      }
    }
  }
}
