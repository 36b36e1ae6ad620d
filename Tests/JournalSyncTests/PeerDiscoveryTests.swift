import JournalEvents
import Testing

@testable import JournalSync

@Suite("Finding peers")
struct PeerDiscoveryTests {
  private let digits = "b5RcHkxdGIV6iIFRVJkFcPOjpYf9wXRLCUCbFKh1wfE"

  private func peer(_ line: String) -> FoundPeer? {
    FoundPeer(line: Array(line.utf8)[...])
  }

  private func line(
    name: String = "PlantGuide\\032k3tx9q", address: String = "192.0.2.7",
    port: String = "8714", texts: String
  ) -> String {
    "=;eth0;IPv4;\(name);_plantguide._tcp;local;host.local;\(address);\(port);\(texts)"
  }

  @Test("reads what avahi-browse prints of a server")
  func plain() throws {
    let found = try #require(
      peer(line(texts: "\"key=\(digits)\" \"v=1\"")))
    #expect(found.name == "PlantGuide k3tx9q")
    #expect(found.url == "https://192.0.2.7:8714")
    #expect(
      found.pinnedKey == "sha256//b5RcHkxdGIV6iIFRVJkFcPOjpYf9wXRLCUCbFKh1wfE=")
    #expect(
      peer(line(address: "2001:db8::7", texts: ""))?.url
        == "https://[2001:db8::7]:8714")
  }

  @Test("passes over what no server of ours would say")
  func strange() {
    for text in [
      "", "=", "=;;;;;;;;;", "+;eth0;IPv4;x;_plantguide._tcp;local",
      line(address: "fe80::1", texts: ""),
      line(address: "host.example", texts: ""),
      line(address: "192.0.2.7 --proxy", texts: ""),
      line(port: "0", texts: ""), line(port: "65536", texts: ""),
      line(port: "-1", texts: ""),
    ] { #expect(peer(text) == nil, "\(text)") }
    for texts in [
      "", "\"key=\"", "\"key=\(digits)x\"", "\"key=\(digits.dropLast())\"",
      "\"key", "\"v=1\"", "\"key=\\027[31m\"",
    ] {
      let found = peer(line(texts: texts))
      #expect(found != nil && found?.keyHash == nil, "\(texts)")
    }
  }

  @Test("reads names as DNS escapes them, and any bytes")
  func names() {
    for (name, meant) in [
      ("a\\059b\\.c\\\\d", "a;b.c\\d"), ("\\195\\169", "é"),
      ("\\255", "\u{FFFD}"),
      ("\\", ""), ("\\9", "9"), ("\\999", "999"), ("", ""),
      ("\\027[31m", "\u{1B}[31m"),
    ] { #expect(peer(line(name: name, texts: ""))?.name == meant) }
  }

  @Test("says what it is read as, and nothing else")
  func announcement() throws {
    let key = "sha256//\(digits.replacing("-", with: "+"))="
    let (name, arguments) = PeerDiscovery.announcement(
      of: .init(bits: .init(high: 1, low: 2)), port: 8714, key: key)
    #expect(name.hasPrefix("PlantGuide ") && name.utf8.count == 17)
    #expect(
      arguments == [
        "--no-fail", "--service", name, "_plantguide._tcp", "8714", "v=1",
        "key=\(digits)",
      ])
    #expect(
      PeerDiscovery.announcement(of: nil, port: 1, key: "").arguments
        == [
          "--no-fail", "--service", "PlantGuide", "_plantguide._tcp", "1",
          "v=1",
        ])
  }

  @Test("says why nobody can be looked for")
  func failures() {
    #expect(throws: PeerDiscoveryError.notInstalled("/nowhere/avahi-browse")) {
      try PeerDiscovery.peers(by: "/nowhere/avahi-browse")
    }
    #expect(throws: PeerDiscoveryError.failed("it reported no reason")) {
      try PeerDiscovery.peers(by: "/bin/false")
    }
  }
}
