import Glibc
import JournalTestSupport
import Testing

@Suite struct ExampleTests {
  /// The program in `Examples/` stands on the floor alone; it was built beside
  /// this test.
  @Test func theExampleWatersAndTakesItBack() throws {
    var buffer = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    try #require(length > 0)
    let path = String(
      decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
    let home = try TemporaryDirectory()
    let pipe = try #require(
      popen("TZ=UTC '\(folder)/plantguide-example' '\(home.path)/home'", "r"))
    var output: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF {
      output.append(UInt8(byte))
    }
    #expect(pclose(pipe) == 0)
    #expect(
      String(decoding: output, as: UTF8.self) == """
        2026-03-09: 1 of 1 done
        2026-03-09: 0 of 1 done
        overdue: watering of Monty

        """)
  }
}
