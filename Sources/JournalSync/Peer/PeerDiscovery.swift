internal import Encodings
public import ErrorKit
internal import Glibc
internal import JournalEvents
internal import POSIXKit

/// A server that announces itself on this network. An announcement is not
/// trusted: joining the server takes an invitation, as for any other.
public struct FoundPeer: Sendable, Hashable {
  /// The announced name; any text.
  public let name: String
  /// The announced address.
  public let url: String
  /// The SHA-256 of its certificate's public key; `nil` if it announces none.
  public let keyHash: [UInt8]?

  /// The key in libcurl's form.
  public var pinnedKey: String? { keyHash.map(PeerInvitation.pinnedKey) }
}

/// Finds servers on this network by mDNS (RFC 6762, RFC 6763), which requires
/// that Avahi is installed and running.
public enum PeerDiscovery {
  private static let service = "_plantguide._tcp"
  /// The time limit of a search.
  private static let seconds: Int64 = 15
  /// The limit of bytes read, even if somebody floods the network with answers.
  private static let mostBytes = 1 << 20

  /// Looks for servers, which takes a second or two.
  ///
  /// - Parameter program: The path or name of the program that looks.
  /// - Returns: The servers found, by their names and addresses.
  /// - Throws: ``PeerDiscoveryError``, or errors of the system.
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
    // After the limit, the program waits for a reader that never comes.
    let ending = child.wait(
      until: bytes.count < mostBytes ? deadline : Deadline(seconds: 0))
    let peers = Set(lines.compactMap { FoundPeer(line: $0) })
    guard ending == .exited(0) || !peers.isEmpty else {
      let words = lines.last.map { String(decoding: $0, as: UTF8.self) }
      throw PeerDiscoveryError.failed(
        words ?? "it reported no reason")
    }
    return peers.sorted { ($0.name, $0.url) < ($1.name, $1.url) }
  }

  /// Returns a server's announcement: the arguments of `avahi-publish`.
  ///
  /// - Parameters:
  ///   - journal: The journal whose short id becomes the name; nothing else of
  ///     it is announced.
  ///   - port: The port of the server.
  ///   - key: The public key of its certificate in libcurl's form.
  /// - Returns: The name, and the arguments that contain it.
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
  /// Reads a line of `avahi-browse --parsable`; `nil` for lines of another
  /// kind, and for announcements that our servers never make.
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

  /// Returns a numeric address in the form that precedes a port; `nil` for
  /// other texts, and for an address that needs its interface.
  private static func host(_ text: String) -> String? {
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return text }
    guard inet_pton(AF_INET6, text, &six) == 1,
      !text.lowercased().hasPrefix("fe80:")
    else { return nil }
    return "[\(text)]"
  }

  /// Returns a DNS name without escapes: `\DDD` stands for a byte, and `\`
  /// precedes any other character.
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

/// An error of looking for servers.
public enum PeerDiscoveryError: DescribedError, Sendable, Hashable {
  /// The program that looks for servers is not installed.
  case notInstalled(String)
  /// The program failed; the message that it printed.
  case failed(String)

  public var facts: ErrorFacts {
    switch self {
    case .notInstalled(let program):
      .init(
        .system,
        "cannot look for machines in this network: '\(program)' of Avahi is not installed",
        "install avahi-utils, or ask for an invitation, which has the address",
        canRetry: false)
    case .failed(let words):
      .init(
        .system,
        "cannot look for machines in this network: Avahi does not answer: \(words)",
        "start avahi-daemon, or ask for an invitation, which has the address")
    }
  }
}
