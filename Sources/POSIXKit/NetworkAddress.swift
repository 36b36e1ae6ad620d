internal import Glibc

/// An address of a network interface of this machine.
public struct NetworkAddress: Sendable, Hashable {
  /// The address in figures, as it stands in a URL: IPv6 in brackets.
  public let host: String
  /// A Boolean value that indicates whether it is of IPv6.
  public let isIPv6: Bool
  /// A Boolean value that indicates whether only this machine reaches it.
  public let isLoopback: Bool
  /// A Boolean value that indicates whether the interface is a device, rather
  /// than a bridge or a tunnel.
  let isOfDevice: Bool

  /// Returns the addresses of the interfaces that are up.
  ///
  /// Addresses that hold only on one link are left out, as another machine
  /// cannot use them without the name of its own interface.
  ///
  /// - Returns: The addresses that others most likely reach come first, those
  ///   that only this machine reaches last.
  /// - Throws: The system's refusal.
  public static func all() throws(FileSystemError) -> [NetworkAddress] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else {
      throw FileSystemError(
        operation: "getifaddrs", path: "the network", code: errno)
    }
    defer { freeifaddrs(first) }
    var found: [NetworkAddress] = []
    var next = first
    while let entry = next?.pointee {
      next = entry.ifa_next
      if let address = NetworkAddress(entry), !found.contains(address) {
        found.append(address)
      }
    }
    return ordered(found)
  }

  /// Returns addresses in the order in which to offer them.
  static func ordered(_ addresses: [NetworkAddress]) -> [NetworkAddress] {
    // Sorting keeps the system's order of equal ones.
    addresses.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
  }

  private var rank: Int {
    (isLoopback ? 4 : 0) + (isOfDevice ? 0 : 2) + (isIPv6 ? 1 : 0)
  }

  init(host: String, isIPv6: Bool, isLoopback: Bool, isOfDevice: Bool) {
    self.host = host
    self.isIPv6 = isIPv6
    self.isLoopback = isLoopback
    self.isOfDevice = isOfDevice
  }

  /// Reads an address; `nil` if it is of another kind, down or of one link.
  private init?(_ entry: ifaddrs) {
    guard let address = entry.ifa_addr,
      entry.ifa_flags & UInt32(IFF_UP) != 0
    else { return nil }
    let family = Int32(address.pointee.sa_family)
    let bytes: [UInt8]
    switch family {
    case AF_INET:
      bytes = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin_addr, Array.init)
      }
      guard bytes.prefix(2) != [169, 254] else { return nil }
    case AF_INET6:
      bytes = address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
        withUnsafeBytes(of: $0.pointee.sin6_addr, Array.init)
      }
      guard bytes[0] != 0xfe || bytes[1] & 0xc0 != 0x80 else { return nil }
    default: return nil
    }
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else {
      return nil
    }
    let figures = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)),
      as: UTF8.self)
    let name = String(cString: entry.ifa_name)
    self.init(
      host: family == AF_INET6 ? "[\(figures)]" : figures,
      isIPv6: family == AF_INET6,
      isLoopback: entry.ifa_flags & UInt32(IFF_LOOPBACK) != 0,
      isOfDevice: FileSystem.exists("/sys/class/net/\(name)/device"))
  }
}
