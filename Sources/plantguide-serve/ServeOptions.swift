import CMicrohttpd
import Glibc

/// The error that ends the program.
struct ServeError: Error, CustomStringConvertible {
  let description: String
  /// A Boolean value that indicates whether the usage helps.
  let needsUsage: Bool

  init(_ description: String, needsUsage: Bool = false) {
    self.description = description
    self.needsUsage = needsUsage
  }
}

/// The options that the program was started with.
struct ServeOptions {
  /// The journal's home.
  var home = ""
  /// The address to listen at.
  var address = "127.0.0.1:8714"
  /// A Boolean value that indicates whether connections are encrypted; outside
  /// of this machine they always are.
  var usesTLS = false
  /// A certificate and its key, instead of the home's.
  var certificate: String?
  var key: String?
  /// The number of requests of one device that are answered per second.
  var rate = 50
  /// The number of seconds without a byte after which a connection ends.
  var idleSeconds = 30
  /// The names by which browsers may know the server.
  var hosts: [String] = []
  /// A Boolean value that indicates whether the headers of a proxy on this
  /// machine count.
  var trustsProxy = false
  /// A Boolean value that indicates whether to make a link for a browser of the
  /// home's own user, and to take another port if the one given is in use.
  var makesLink = false
  /// A Boolean value that indicates whether to open the link.
  var opensLink = true
  /// A Boolean value that indicates whether to print the link as JSON.
  var printsJSON = false
  /// A Boolean value that indicates whether the server is not announced.
  var isHidden = false
  /// A Boolean value that indicates whether to print only the key's hash.
  var showsKey = false
  /// A Boolean value that indicates whether to print only a QR code of the
  /// input.
  var showsCode = false

  static let usage = """
    usage: plantguide-serve --home DIRECTORY [--listen ADDRESS:PORT] [--tls]
             [--tls-cert FILE --tls-key FILE] [--rate N] [--idle SECONDS]
             [--host NAME]... [--behind-proxy] [--hidden]
             [--link [--no-open] [--json]]
           plantguide-serve --home DIRECTORY [--tls-cert FILE --tls-key FILE] --show-key
           plantguide-serve --qr
    """

  init(_ arguments: [String]) throws(ServeError) {
    var rest = arguments[...]
    func value(of name: String) throws(ServeError) -> String {
      guard let value = rest.popFirst(), !value.isEmpty else {
        throw ServeError("\(name) needs a value", needsUsage: true)
      }
      return value
    }
    func number(of name: String) throws(ServeError) -> Int {
      let text = try value(of: name)
      guard let number = Int(text), 1...1_000_000 ~= number else {
        throw ServeError("\(name) needs a number from 1 to 1000000")
      }
      return number
    }
    while let name = rest.popFirst() {
      switch name {
      case "--home": home = try value(of: name)
      case "--listen": address = try value(of: name)
      case "--tls": usesTLS = true
      case "--tls-cert": certificate = try value(of: name)
      case "--tls-key": key = try value(of: name)
      case "--rate": rate = try number(of: name)
      case "--idle": idleSeconds = try number(of: name)
      case "--host": hosts.append(try value(of: name))
      case "--behind-proxy": trustsProxy = true
      case "--link": makesLink = true
      case "--no-open": opensLink = false
      case "--json": printsJSON = true
      case "--hidden": isHidden = true
      case "--show-key": showsKey = true
      case "--qr": showsCode = true
      default:
        throw ServeError("there is no option '\(name)'", needsUsage: true)
      }
    }
    guard !home.isEmpty || showsCode else {
      throw ServeError("--home is missing", needsUsage: true)
    }
    guard (certificate == nil) == (key == nil) else {
      throw ServeError("--tls-cert and --tls-key belong together")
    }
    if certificate != nil { usesTLS = true }
  }
}

/// An address to listen at.
struct ListenAddress {
  private var storage = sockaddr_storage()
  /// A Boolean value that indicates whether it is of IPv6.
  let isIPv6: Bool
  /// A Boolean value that indicates whether only this machine reaches it.
  let isLoopback: Bool
  /// The address, as it stands before the port.
  let host: String

  /// Reads `127.0.0.1:8714` or `[::1]:8714`.
  init(_ text: String) throws(ServeError) {
    guard let colon = text.lastIndex(of: ":"),
      let port = UInt16(text[text.index(after: colon)...])
    else { throw ServeError("'\(text)' is not an address and a port") }
    host = String(text[..<colon])
    var four = sockaddr_in()
    var six = sockaddr_in6()
    if host.hasPrefix("["), host.hasSuffix("]"),
      inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &six.sin6_addr)
        == 1
    {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage) { storage in
        withUnsafeBytes(of: six) { storage.copyMemory(from: $0) }
      }
      isIPv6 = true
      isLoopback = withUnsafeBytes(of: six.sin6_addr) {
        $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1
      }
    } else if inet_pton(AF_INET, host, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage) { storage in
        withUnsafeBytes(of: four) { storage.copyMemory(from: $0) }
      }
      isIPv6 = false
      isLoopback = withUnsafeBytes(of: four.sin_addr) { $0.first == 127 }
    } else {
      throw ServeError(
        "'\(host)' is not an address in figures, such as 192.0.2.7 or [::1]")
    }
  }

  /// The same address, with a port that the system chooses.
  var withFreePort: ListenAddress {
    get throws(ServeError) { try ListenAddress("\(host):0") }
  }

  /// Returns the text of an address in figures, in its usual form; `nil` for
  /// other texts.
  static func figures(_ text: String) -> String? {
    parsed(text)?.withSocketAddress { Self.text(of: $0) }
  }

  /// Returns the part of an address by which strangers are counted.
  static func network(_ text: String) -> String? {
    parsed(text)?.withSocketAddress { Self.text(of: $0, isNetwork: true) }
  }

  /// Returns whether only this machine can have an address.
  static func isLoopback(_ text: String) -> Bool {
    parsed(text)?.isLoopback == true
  }

  private static func parsed(_ text: String) -> ListenAddress? {
    let isBare = text.contains(":") && !text.hasPrefix("[")
    return try? ListenAddress(isBare ? "[\(text)]:0" : "\(text):0")
  }

  /// Lends the address to the system.
  func withSocketAddress<R>(_ body: (UnsafePointer<sockaddr>) -> R) -> R {
    withUnsafePointer(to: storage) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }

  /// Returns the text of a peer's address, without its port.
  ///
  /// - Parameters:
  ///   - address: The address.
  ///   - isNetwork: A Boolean value that indicates whether to leave out the half
  ///     of an IPv6 address that its owner chooses freely.
  /// - Returns: The text; `?` if there is no address.
  static func text(
    of address: UnsafePointer<sockaddr>?, isNetwork: Bool = false
  ) -> String {
    guard let address else { return "?" }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = Int32(address.pointee.sa_family)
    if family == AF_INET6 {
      address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        var place = $0.pointee.sin6_addr
        if isNetwork {
          withUnsafeMutableBytes(of: &place) {
            for index in 8..<$0.count { $0[index] = 0 }
          }
        }
        _ = inet_ntop(family, &place, &text, socklen_t(text.count))
      }
    } else {
      address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        var place = $0.pointee.sin_addr
        _ = inet_ntop(family, &place, &text, socklen_t(text.count))
      }
    }
    return String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self)
  }
}
