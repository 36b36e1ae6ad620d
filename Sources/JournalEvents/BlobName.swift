internal import CSodium
internal import Encodings

/// The SHA-256 hash that names a file of the journal.
public struct BlobName: Hashable, Comparable, Sendable, CustomStringConvertible
{
  private let held: EventHash

  static let zero = BlobName(held: .zero)

  private init(held: EventHash) { self.held = held }

  /// Creates a name from thirty-two bytes; `nil` if the length differs.
  public init?(digest: RawSpan) {
    guard let held = EventHash(bytes: digest) else { return nil }
    self.held = held
  }

  /// Reads sixty-four lower-case hexadecimal digits.
  public init?(_ digits: some StringProtocol) {
    guard let held = EventHash(lowerCase: String(digits)) else { return nil }
    self.held = held
  }

  /// Creates the name of a file with these bytes.
  public init(of bytes: [UInt8]) {
    var hash = FileHasher()
    hash.update(bytes)
    self = hash.name
  }

  /// The thirty-two bytes.
  public var digest: [UInt8] { held.bytes }

  /// The sixty-four lower-case hexadecimal digits.
  public var description: String { held.description }

  /// Appends these digits to `text`.
  public func appendText(to text: inout [UInt8]) { held.appendText(to: &text) }

  public static func < (left: BlobName, right: BlobName) -> Bool {
    left.held < right.held
  }
}

/// An incremental SHA-256 (libsodium's `crypto_hash_sha256_init`, `_update` and
/// `_final`).
public struct FileHasher {
  private var state = crypto_hash_sha256_state()

  /// Creates a digest of no bytes.
  public init() { crypto_hash_sha256_init(&state) }

  /// Adds `bytes` to the file.
  public mutating func update(_ bytes: [UInt8]) {
    crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
  }

  /// The name of a file that consists of all bytes so far.
  public var name: BlobName {
    var copy = state
    var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256_final(&copy, &digest)
    return BlobName(digest: digest.span.bytes) ?? .zero
  }
}

struct BlobNameCodec: FieldCodec {
  var form: FieldForm { .hash }
  var example: BlobName { .zero }

  func read(_ reader: inout CBORReader) throws(CBORError) -> BlobName? {
    BlobName(digest: try reader.byteString())
  }

  func write(_ value: BlobName, to writer: inout CBORWriter) {
    writer.byteString(value.digest)
  }

  func parse(_ json: JSONValue, of field: JSONField) throws -> BlobName {
    try field.value(json, form) { BlobName($0) }
  }
}

extension FieldCodec where Self == BlobNameCodec {
  static var blobName: Self { Self() }
}
