import JournalEvents
import JournalPhotos
import JournalTime
import Testing

/// The order in which it is asked when a photo was taken.
@Suite struct PhotoTimeTests {
  private let zone: TimeZoneRules
  private let now = Instant(milliseconds: 1_795_000_000_000)

  init() throws {
    zone = try TimeZoneRules(identifier: "Europe/Paris")
  }

  private func time(
    _ texts: [String: String] = [:], named name: String = "",
    modified: Instant? = nil
  ) -> String {
    let clues = PhotoTime.Clues(
      texts: texts, fileName: name, modified: modified)
    let time = PhotoTime(of: clues, now: now, in: zone)
    return "\(time.source.rawValue) \(time.at)"
  }

  @Test func theCameraIsAskedFirst() {
    let all = [
      "original": "2024:07:15 14:22:07", "originalOffset": "-05:00",
      "offset": "+09:00", "digitized": "2024:07:16 10:00:00",
      "digitizedOffset": "+02:00", "xmp": "2024-07-17T10:00:00+02:00",
      "gpsDate": "2024:07:18", "gpsTime": "8/1 0/1 30/1",
    ]
    var left = all
    func without(_ names: String...) -> String {
      for name in names { left[name] = nil }
      return time(
        left, named: "IMG_20240719_100000.jpg",
        modified: Instant(milliseconds: 1_721_500_000_000))
    }
    #expect(without() == "original 2024-07-15T14:22:07-05:00")
    #expect(
      without("originalOffset") == "original 2024-07-15T14:22:07+09:00")
    #expect(without("offset") == "original 2024-07-15T14:22:07+02:00")
    #expect(without("original") == "digitized 2024-07-16T10:00:00+02:00")
    #expect(without("digitized") == "xmp 2024-07-17T10:00:00+02:00")
    #expect(without("xmp") == "gps 2024-07-18T10:00:30+02:00")
    #expect(without("gpsDate") == "fileName 2024-07-19T10:00:00+02:00")
    #expect(
      time(modified: Instant(milliseconds: 1_721_500_000_000))
        == "fileTime 2024-07-20T20:26:40+02:00")
    #expect(time() == "added \(zone.offsetInstant(of: now))")
  }

  @Test(arguments: [
    "0000:00:00 00:00:00", "    :  :     :  :  ", "1980:01:01 00:00:00",
    "2024:13:01 00:00:00", "2024:02:30 00:00:00", "2024:02:03 24:61:00",
    "2099:01:01 00:00:00", "yesterday, and so on and on", "2024", "",
    "日本語日本語日本語日本語",
  ])
  func whatCannotBeIsPassedOver(text: String) {
    #expect(
      time(["original": text, "digitized": "2024:01:02 03:04:05"])
        == "digitized 2024-01-02T03:04:05+01:00")
  }

  @Test(arguments: ["", "   ", "+99:99", "CET", ":  "])
  func anOffsetThatIsNoneSaysNothing(offset: String) {
    #expect(
      time(["original": "2024:07:15 14:22:07", "originalOffset": offset])
        == "original 2024-07-15T14:22:07+02:00")
  }

  @Test(arguments: [
    ("2024-07-15T14:22:07.25", "2024-07-15T14:22:07+02:00"),
    ("2024-07-15T14:22:07.25Z", "2024-07-15T14:22:07Z"),
    ("2024:07:15 14:22:07", "2024-07-15T14:22:07+02:00"),
  ])
  func programsWriteInManyWays(text: String, wanted: String) {
    #expect(time(["xmp": text]).hasPrefix("xmp \(wanted.prefix(19))"))
  }

  @Test(arguments: [
    ("IMG_20240315_142207.jpg", "2024-03-15T14:22:07+01:00"),
    ("20240315_142207.heic", "2024-03-15T14:22:07+01:00"),
    ("PXL_20240315_132207123.MP.jpg", "2024-03-15T14:22:07+01:00"),
    ("IMG-20240315-WA0001.jpg", "2024-03-15T12:00:00+01:00"),
    ("signal-2024-03-15-14-22-07-123.jpg", "2024-03-15T14:22:07+01:00"),
    (
      "WhatsApp Image 2024-03-15 at 14.22.07.jpeg", "2024-03-15T14:22:07+01:00"
    ),
    (
      "WhatsApp Bild 2024-03-15 um 14.22.07 (1).jpeg",
      "2024-03-15T14:22:07+01:00"
    ),
    ("Screenshot_2024-03-15-14-22-07-88.png", "2024-03-15T14:22:07+01:00"),
    ("2024-03-15 14.22.07.jpg", "2024-03-15T14:22:07+01:00"),
    ("Monty 2024-03-15.jpg", "2024-03-15T12:00:00+01:00"),
    ("7 Monty 20240315.jpg", "2024-03-15T12:00:00+01:00"),
  ])
  func namesOfFilesTell(name: String, wanted: String) {
    #expect(time(named: name) == "fileName \(wanted)")
  }

  @Test(arguments: [
    "IMG_0001.jpg", "monty.jpg", "", "99999999.jpg", "20241301_101010.jpg",
    "120240315.jpg", "12345678901234567890.jpg",
  ])
  func otherNamesTellNothing(name: String) {
    #expect(time(named: name).hasPrefix("added "))
  }
}
