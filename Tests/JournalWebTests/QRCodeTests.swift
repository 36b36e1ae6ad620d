import QRCode
import Testing

@Suite struct QRCodeTests {
  @Test(arguments: ["a", "https://192.0.2.7:8714/join#secret", "Grün 🪴"])
  func eachCornerButOneHasAFinder(text: String) throws {
    let code = try #require(QRCode(text))
    // ISO/IEC 18004: 21 modules, and four more for each version.
    #expect(code.width >= 21 && (code.width - 21).isMultiple(of: 4))
    let far = code.width - 7
    for (row, column) in [(0, 0), (0, far), (far, 0)] {
      for y in 0..<7 {
        for x in 0..<7 {
          let ring = max(abs(x - 3), abs(y - 3))
          #expect(
            code.isDark(row: row + y, column: column + x) == (ring != 2),
            "\(text): \(row + y), \(column + x)")
        }
      }
    }
    #expect(!code.isDark(row: 7, column: 7))
  }

  @Test func runsAreTheDarkModules() throws {
    let code = try #require(QRCode("plantguide"))
    for row in 0..<code.width {
      let runs = code.darkRuns(inRow: row)
      for column in 0..<code.width {
        #expect(
          runs.contains { $0.contains(column) }
            == code.isDark(row: row, column: column))
      }
      for (left, right) in zip(runs, runs.dropFirst()) {
        #expect(left.upperBound < right.lowerBound)
      }
    }
  }

  @Test func aTextCanBeTooLong() {
    #expect(QRCode(String(repeating: "x", count: 2_953)) != nil)
    #expect(QRCode(String(repeating: "x", count: 2_954)) == nil)
  }

  @Test func longerTextsTakeMoreModules() throws {
    let short = try #require(QRCode("x"))
    let long = try #require(QRCode(String(repeating: "x", count: 200)))
    #expect(short.width == 21)
    #expect(long.width > short.width)
    #expect(short == QRCode("x"))
    #expect(short != QRCode("y"))
  }
}
