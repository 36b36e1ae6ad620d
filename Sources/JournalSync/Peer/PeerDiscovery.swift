internal import Encodings
public import ErrorKit
internal import Glibc
internal import JournalEvents
internal import POSIXKit

/// A server that says on this network that it is there. Whatever it says is
/// only said: it is joined by an invitation, like any other.
public struct FoundPeer: Sendable, Hashable {
  /// What it calls itself; any text.
  public let name: String
  /// Its address.
  public let url: String
  /// The SHA-256 of its certificate's public key; `nil` where it tells none.
  public let keyHash: [UInt8]?

  /// The key as libcurl takes it.
  public var pinnedKey: String? { keyHash.map(PeerInvitation.pinnedKey) }
}

/// Finding servers on this network by mDNS (RFC 6762, RFC 6763), for which
/// Avahi must be installed and run.
public enum PeerDiscovery {
  private static let service = "_plantguide._tcp"
  /// How long looking may take.
  private static let seconds: Int64 = 15
  /// What is read of the answers, whoever floods the network with them.
  private static let mostBytes = 1 << 20

  /// Looks for servers, which takes a second or two.
  ///
  /// - Parameter program: The program that looks, by its path or name.
  /// - Returns: Those that were found, by their names and addresses.
  /// - Throws: ``PeerDiscoveryError``, or what the system refuses.
  public static func peers(
    by program: String = "avahi-browse"
  ) throws -> [FoundPeer] {
    let output = try Pipe()
    let child: ChildProcess
    do {
      child = try ChildProcess.start(
        program,
        arguments: [
          "--parsable", "--resolve", "--terminate", "--no-db-lookup", service,
        ], variables: ["LC_ALL": "C"],
        descriptors: [1, 2].map {
          .init(own: output.writingEnd.descriptor, inChild: $0)
        })
    } catch {
      guard error.code == ENOENT else { throw error }
      throw PeerDiscoveryError.notInstalled(program)
    }
    let deadline = Deadline(seconds: seconds)
    let bytes = output.keepingReadingEnd().contents(
      until: deadline, atMost: mostBytes)
    let lines = bytes.split(separator: 0x0a)
    // Beyond what is read, it waits for somebody who reads on.
    let ending = child.wait(
      until: bytes.count < mostBytes ? deadline : Deadline(seconds: 0))
    let peers = Set(lines.compactMap { FoundPeer(line: $0) })
    guard ending == .exited(0) || !peers.isEmpty else {
      let words = lines.last.map { String(decoding: $0, as: UTF8.self) }
      throw PeerDiscoveryError.failed(
        words ?? "it says nothing")
    }
    return peers.sorted { ($0.name, $0.url) < ($1.name, $1.url) }
  }

  /// What a server says of itself: the arguments of `avahi-publish`.
  ///
  /// - Parameters:
  ///   - journal: Whose short id is its name; nothing else of it is told.
  ///   - port: Where it listens.
  ///   - key: Its certificate's public key as libcurl takes it.
  /// - Returns: The arguments, and the name among them.
  static func announcement(
    of journal: JournalID?, port: Int, key: String
  ) -> (name: String, arguments: [String]) {
    let name =
      journal.map { "PlantGuide \(ShortID.text(of: $0))" } ?? "PlantGuide"
    var arguments = ["--no-fail", "--service", name, service, "\(port)", "v=1"]
    if let hash = PeerInvitation.keyHash(pinned: key) {
      arguments.append("key=\(Base64URL.encode(hash))")
    }
    return (name, arguments)
  }
}

extension FoundPeer {
  /// Reads a line of `avahi-browse --parsable`; `nil` for one of another sort,
  /// and for what no server of ours would say.
  init?(line: ArraySlice<UInt8>) {
    let fields = line.split(
      separator: UInt8(ascii: ";"), maxSplits: 9,
      omittingEmptySubsequences: false)
    guard fields.count == 10, fields[0].elementsEqual("=".utf8),
      let port = UInt16(String(decoding: fields[8], as: UTF8.self)), port > 0,
      let host = Self.host(String(decoding: fields[7], as: UTF8.self))
    else { return nil }
    name = Self.unescaped(fields[3])
    url = "https://\(host):\(port)"
    let texts = fields[9].split(separator: UInt8(ascii: " "))
    let key = texts.first { $0.starts(with: "\"key=".utf8) }
      .flatMap {
        Base64URL.decode(
          String(decoding: $0.dropFirst(5).dropLast(), as: UTF8.self))
      }
    keyHash = key?.count == 32 ? key : nil
  }

  /// An address in figures, as it stands before a port; `nil` for another text,
  /// and for one that is told apart by the interface alone.
  private static func host(_ text: String) -> String? {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return text }
    guard inet_pton(AF_INET6, text, &six) == 1,
      !text.lowercased().hasPrefix("fe80:")
    else { return nil }
    return "[\(text)]"
  }

  /// A name of DNS in which `\DDD` stands for a byte, and `\` before any other.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(3), as: UTF8.self)
      if digits.utf8.count == 3, let value = UInt8(digits) {
        bytes.append(value)
        rest.removeFirst(3)
      } else if let next = rest.popFirst() {
        bytes.append(next)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Why nobody could be looked for.
public enum PeerDiscoveryError: DescribedError, Sendable, Hashable {
  /// The program that looks is not installed.
  case notInstalled(String)
  /// What it says instead of answers.
  case failed(String)

  public var facts: ErrorFacts {
    switch self {
    case .notInstalled(let program):
      .init(
        .system,
        "others on this network are found by '\(program)' of Avahi, which is not installed",
        "install avahi-utils, or ask for an invitation, which names the address",
        canRetry: false)
    case .failed(let words):
      .init(
        .system, "Avahi does not answer, which finds others: \(words)",
        "start avahi-daemon, or ask for an invitation, which names the address")
    }
  }
}
