internal import Encodings
public import JournalEvents
internal import JournalLog

/// A resource of a peer's server, named by a path.
public enum PeerRoute: Sendable, Hashable {
  /// The journals, and the names of writers.
  case journals
  /// The exchange of an invitation for a token.
  case join
  /// The tips of the writers after one, preceded by that writer's tips after a
  /// given one. `nil` stands for all writers.
  case vector(JournalID, after: WriterID?, PeerEvent? = nil)
  /// Events that follow others.
  case ranges(JournalID)
  /// The events that a client brings.
  case segments(JournalID)
  /// A file, by its SHA-256.
  case blob(JournalID, BlobName)

  /// The greatest number of bytes of a path that names something.
  private static let maximumByteCount = 256

  /// Reads a path with its query; `nil` if it names nothing.
  public init?(path: String) {
    guard path.utf8.count <= Self.maximumByteCount else { return nil }
    let parts = path.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let names = parts[0].split(
      separator: "/", omittingEmptySubsequences: false)
    let query = parts.count > 1 ? parts[1] : nil
    guard names.first == "v1" else { return nil }
    switch names.count {
    case 2 where query == nil:
      switch names[1] {
      case "journals": self = .journals
      case "join": self = .join
      default: return nil
      }
    case 3:
      guard let journal = JournalID(pathDigits: names[1]) else { return nil }
      switch (names[2], query) {
      case ("vector", nil): self = .vector(journal, after: nil)
      case ("vector", let query?):
        let fields = query.split(
          separator: "&", maxSplits: 1, omittingEmptySubsequences: false)
        guard fields[0].hasPrefix("after="),
          let writer = WriterID(pathDigits: fields[0].dropFirst(6))
        else { return nil }
        guard fields.count > 1 else {
          self = .vector(journal, after: writer)
          return
        }
        guard fields[1].hasPrefix("tip="),
          let tip = PeerEvent(pathText: fields[1].dropFirst(4))
        else { return nil }
        self = .vector(journal, after: writer, tip)
      case ("ranges", nil): self = .ranges(journal)
      case ("segments", nil): self = .segments(journal)
      default: return nil
      }
    case 4 where query == nil && names[2] == "blobs":
      guard let journal = JournalID(pathDigits: names[1]),
        let name = BlobName(names[3])
      else { return nil }
      self = .blob(journal, name)
    default: return nil
    }
  }

  /// The path, with its query.
  public var path: String {
    switch self {
    case .journals: "v1/journals"
    case .join: "v1/join"
    case .vector(let journal, nil, _): "v1/\(journal.pathDigits)/vector"
    case .vector(let journal, let writer?, let tip):
      "v1/\(journal.pathDigits)/vector?after=\(writer.pathDigits)"
        + (tip.map { "&tip=\($0.pathText)" } ?? "")
    case .ranges(let journal): "v1/\(journal.pathDigits)/ranges"
    case .segments(let journal): "v1/\(journal.pathDigits)/segments"
    case .blob(let journal, let name):
      "v1/\(journal.pathDigits)/blobs/\(name)"
    }
  }

  /// The methods that the resource supports.
  public var methods: [PeerRequest.Method] {
    switch self {
    case .journals, .vector: [.get, .head]
    case .join, .ranges, .segments: [.post]
    case .blob: [.get, .head, .put]
    }
  }

  /// Returns whether a request with the method adds to the journal.
  public func isWriting(_ method: PeerRequest.Method) -> Bool {
    switch self {
    case .segments: true
    case .blob: method == .put
    default: false
    }
  }

  /// The number of bytes of the longest body: the largest possible segment, in
  /// an array.
  static let largestBody = Segment.maximumByteCount + 16

  /// Returns the greatest number of bytes of a request's body.
  public func bodyLimit(_ method: PeerRequest.Method) -> Int {
    switch self {
    case .journals, .vector: 0
    case .join: 4 << 10
    case .ranges: 1 << 20
    case .segments: Self.largestBody
    case .blob: method == .put ? BlobFolder.pieceByteCount : 0
    }
  }

  /// The resource's name in a log of requests, without the ids.
  public var label: StaticString {
    switch self {
    case .journals: "journals"
    case .join: "join"
    case .vector: "vector"
    case .ranges: "ranges"
    case .segments: "segments"
    case .blob: "blob"
    }
  }
}

extension PeerEvent {
  /// The sequence, a hyphen and the digits of the hash.
  fileprivate var pathText: String { "\(sequence)-\(hash)" }

  /// Reads what ``pathText`` writes.
  fileprivate init?(pathText text: Substring) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = UInt64(parts[0]), sequence > 0,
      let hash = EventHash(String(parts[1]))
    else { return nil }
    self.init(sequence: sequence, hash: hash)
    guard pathText == text else { return nil }
  }
}

extension UniqueID {
  /// The thirty-two lower-case hexadecimal digits.
  var pathDigits: String { Hexadecimal.encode(bytes) }

  /// Reads thirty-two lower-case hexadecimal digits.
  init?(pathDigits text: Substring) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(\.isLowerCaseDigit),
      let bytes = Hexadecimal.decode(String(text))
    else { return nil }
    self.init(bytes: bytes.span.bytes)
  }
}

extension UInt8 {
  /// A Boolean value that indicates whether it is a lower-case hex digit.
  var isLowerCaseDigit: Bool {
    0x30...0x39 ~= self || 0x61...0x66 ~= self
  }
}
