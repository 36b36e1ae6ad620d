import JournalQueries
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalSync

/// The addresses of proxies that libcurl would silently not use.
struct ProxyAddressTests {
  @Test(arguments: [
    "http://proxy:3128", "https://proxy", "socks5h://[::1]:1080",
    "http://me:%40%3f%2Fü%20%7f%@proxy:1/", "socks4a://me@127.0.0.1",
  ]) func addressesThatLibcurlReadsAreTaken(text: String) throws {
    try ProxyAddress.check(text)
  }

  @Test(arguments: [
    "http://u:abc%1dxyz@proxy:9", "socks5h://u%00:x@proxy", "http://%0A@proxy",
    "http://u:a\u{1d}b@proxy", "http://u:a b@proxy", "http://a@b@proxy",
    "http://u:a?b@proxy", "http://u:a#b@proxy", "http://u:a/b@proxy", "proxy:1",
    "ftp://proxy", "http://", "http://proxy:0", "http://u:%1d",
  ]) func othersAreRefusedWithARemote(text: String) throws {
    let directory = try TemporaryDirectory()
    let journal = CareJournal(
      at: directory.path, program: "test 1",
      clock: instant("2026-03-10T09:00:00+01:00").instant,
      timeZone: "Europe/Paris")
    let address = try RemoteAddress("webdavs://host/path", in: "/")
    #expect {
      _ = try journal.addRemote(
        "cloud", at: address, options: [.proxy: text])
    } throws: {
      if case RemoteError.badProxy = $0 { true } else { false }
    }
    #expect(try journal.remotes().isEmpty)
  }
}
