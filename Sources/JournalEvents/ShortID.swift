/// The short ids that people type: six letters and digits that follow from
/// an id alone, so that they never change and agree on all replicas.
///
/// Thirty bits of a hash: among 1,000 plants two share a short id in one
/// journal of 2,000. Then the name is ambiguous, and the full id still tells
/// them apart.
public enum ShortID {
  /// How many characters a short id has.
  public static let length = 6

  // Crockford's base 32: no i, l, o or u to misread.
  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The short id of `id`.
  public static func text(of id: some UniqueID) -> String {
    let hash = EventHash(of: id.bytes.span.bytes).prefix
    let units = (0..<length).map { position in
      alphabet[Int(hash >> UInt64(59 - 5 * position) & 31)]
    }
    return String(decoding: units, as: UTF8.self)
  }
}
