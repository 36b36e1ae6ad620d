import Encodings
import Testing

/// RFC 8949, appendix A.
@Suite struct CBORVectorTests {
  struct Vector: CustomTestStringConvertible {
    let item: CBORItem
    let bytes: String

    init(_ item: CBORItem, _ bytes: String) {
      self.item = item
      self.bytes = bytes
    }

    var testDescription: String { bytes }
  }

  static let integers = [
    Vector(.integer(0), "00"), Vector(.integer(1), "01"),
    Vector(.integer(10), "0a"), Vector(.integer(23), "17"),
    Vector(.integer(24), "1818"), Vector(.integer(25), "1819"),
    Vector(.integer(100), "1864"), Vector(.integer(1_000), "1903e8"),
    Vector(.integer(1_000_000), "1a000f4240"),
    Vector(.integer(1_000_000_000_000), "1b000000e8d4a51000"),
    Vector(.integer(-1), "20"), Vector(.integer(-10), "29"),
    Vector(.integer(-100), "3863"), Vector(.integer(-1_000), "3903e7"),
    // Beside the appendix: the ends of what an item holds.
    Vector(.integer(.max), "1b7fffffffffffffff"),
    Vector(.integer(.min), "3b7fffffffffffffff"),
  ]

  static let simple = [
    Vector(.float(0), "f90000"), Vector(.float(-0.0), "f98000"),
    Vector(.float(1), "f93c00"), Vector(.float(1.1), "fb3ff199999999999a"),
    Vector(.float(1.5), "f93e00"), Vector(.float(65_504), "f97bff"),
    Vector(.float(100_000), "fa47c35000"),
    Vector(.float(3.4028234663852886e+38), "fa7f7fffff"),
    Vector(.float(1.0e+300), "fb7e37e43c8800759c"),
    Vector(.float(5.960464477539063e-8), "f90001"),
    Vector(.float(0.00006103515625), "f90400"),
    Vector(.float(-4), "f9c400"), Vector(.float(-4.1), "fbc010666666666666"),
    Vector(.float(.infinity), "f97c00"), Vector(.float(-.infinity), "f9fc00"),
    Vector(.bool(false), "f4"), Vector(.bool(true), "f5"), Vector(.null, "f6"),
  ]

  static let strings = [
    Vector(.bytes([]), "40"), Vector(.bytes([1, 2, 3, 4]), "4401020304"),
    Vector(.text(""), "60"), Vector(.text("a"), "6161"),
    Vector(.text("IETF"), "6449455446"), Vector(.text("\"\\"), "62225c"),
    Vector(.text("\u{fc}"), "62c3bc"), Vector(.text("\u{6c34}"), "63e6b0b4"),
    Vector(.text("\u{10151}"), "64f0908591"),
  ]

  static let nested = [
    Vector(.array([]), "80"),
    Vector(.array([.integer(1), .integer(2), .integer(3)]), "83010203"),
    Vector(
      .array([
        .integer(1), .array([.integer(2), .integer(3)]),
        .array([.integer(4), .integer(5)]),
      ]), "8301820203820405"),
    Vector(
      .array((1...25).map { .integer($0) }),
      "98190102030405060708090a0b0c0d0e0f101112131415161718181819"),
    Vector(.map([]), "a0"),
    Vector(
      .map([
        .init("a", .integer(1)),
        .init("b", .array([.integer(2), .integer(3)])),
      ]), "a26161016162820203"),
    Vector(
      .array([.text("a"), .map([.init("b", .text("c"))])]),
      "826161a161626163"),
    Vector(
      .map(
        ["a", "b", "c", "d", "e"].map { .init($0, .text($0.uppercased())) }),
      "a56161614161626142616361436164614461656145"),
  ]

  @Test(arguments: integers + simple + strings + nested)
  func itemsOfTheAppendixAreReadAndWritten(vector: Vector) throws {
    let bytes = hex(vector.bytes)
    let item = try CBORItem(decoding: bytes.span.bytes)
    #expect(item == vector.item)
    #expect(item.encoded == bytes)
    #expect(vector.item.encoded == bytes)
  }

  @Test func theOneNaNIsReadAndWritten() throws {
    let bytes = hex("f97e00")
    guard case .float(let value) = try CBORItem(decoding: bytes.span.bytes)
    else {
      Issue.record("not a float")
      return
    }
    #expect(value.isNaN)
    #expect(CBORItem.float(-.nan).encoded == bytes)
    #expect(CBORItem.float(.signalingNaN).encoded == bytes)
  }

  @Test func theGreatestUnsignedIntegerIsReadWhereOneIsExpected() throws {
    let bytes = hex("1bffffffffffffffff")
    var reader = CBORReader(bytes.span.bytes)
    #expect(try reader.unsigned() == .max)
    try reader.finish()
    var writer = CBORWriter()
    writer.unsigned(.max)
    #expect(writer.bytes == bytes)
  }

  @Test(arguments: [
    "1bffffffffffffffff", "3bffffffffffffffff", "1b8000000000000000",
  ])
  func integersBeyond64SignedBitsAreOutOfRange(text: String) {
    #expect(fault(of: hex(text)) == .outOfRange)
  }

  @Test(arguments: [
    // Tags, big integers among them; undefined; other simple values.
    "c249010000000000000000", "c074323031332d30332d32315432303a30343a30305a",
    "d74401020304", "d818456449455446", "f7", "f0", "f8ff",
    // Indefinite lengths.
    "5f42010243030405ff", "7f657374726561646d696e67ff", "9fff",
    "9f018202039f0405ffff", "bf61610161629f0203ffff",
  ])
  func itemsOutsideTheSubsetAreRefused(text: String) {
    #expect(fault(of: hex(text)) == .unsupported)
  }

  @Test func keysThatAreNotTextAreRefused() {
    #expect(fault(of: hex("a201020304")) == .typeMismatch)
  }
}
