import Testing

@testable import POSIXKit

@Suite struct NetworkAddressTests {
  @Test func theLikeliestAddressComesFirst() {
    let loopback = address("127.0.0.1", isLoopback: true)
    let bridge = address("172.17.0.1")
    let six = address("[2001:db8::7]", isOfDevice: true)
    let four = address("192.0.2.7", isOfDevice: true)
    let other = address("192.0.2.8", isOfDevice: true)
    #expect(
      NetworkAddress.ordered([loopback, bridge, six, other, four])
        == [other, four, six, bridge, loopback])
  }

  @Test func thisMachinesAddressesAreOfNoSingleLink() throws {
    for address in try NetworkAddress.all() {
      #expect(!address.host.hasPrefix("[fe80"))
      #expect(address.isIPv6 == address.host.hasPrefix("["))
    }
  }

  private func address(
    _ host: String, isLoopback: Bool = false, isOfDevice: Bool = false
  ) -> NetworkAddress {
    NetworkAddress(
      host: host, isIPv6: host.hasPrefix("["), isLoopback: isLoopback,
      isOfDevice: isOfDevice)
  }
}
