import Testing

@testable import TerminalKit

struct ArgumentBytesTests {
  private func decode(_ arguments: [[UInt8]]) throws(UsageError) -> [String] {
    var storage = arguments.map { ($0 + [0]).map(CChar.init(bitPattern:)) }
    var pointers: [UnsafeMutablePointer<CChar>?] = storage.indices.map {
      index in
      let pointer = UnsafeMutablePointer<CChar>.allocate(
        capacity: storage[index].count)
      pointer.initialize(from: &storage[index], count: storage[index].count)
      return pointer
    }
    pointers.append(nil)
    defer { for pointer in pointers { pointer?.deallocate() } }
    return try ArgumentBytes.decode(count: Int32(arguments.count), pointers)
  }

  @Test func textIsTakenAsItIs() throws {
    let arguments = ["plantguide", "water", "Ünï 🌱", ""].map { Array($0.utf8) }
    #expect(try decode(arguments) == ["water", "Ünï 🌱", ""])
    #expect(try decode([[]]) == [])
  }

  @Test func aStartWithoutAnyIsRefused() {
    #expect(throws: UsageError.self) { try decode([]) }
  }

  @Test(arguments: [[0xFF], [0x61, 0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]])
  func bytesThatAreNoTextAreRefused(bytes: [UInt8]) {
    let error = #expect(throws: UsageError.self) {
      try decode([Array("plantguide".utf8), Array("note".utf8), bytes])
    }
    #expect(error?.message.hasPrefix("argument 2, '") == true)
    #expect(error?.message.hasSuffix("is not valid UTF-8") == true)
  }
}
