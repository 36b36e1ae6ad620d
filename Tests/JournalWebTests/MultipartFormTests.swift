import JournalTestSupport
import Testing

@testable import JournalWeb

@Suite struct MultipartFormTests {
  private typealias Part = MultipartForm.Part

  private func read(
    _ text: String, boundary: String = "b"
  ) throws -> [Part] {
    try MultipartForm(Array(text.utf8), boundary: boundary).parts
  }

  @Test func aFormAsBrowsersSendIt() throws {
    let parts = try read(
      "--b\r\nContent-Disposition: form-data; name=\"plant\"\r\n\r\nMonty\r\n"
        + "--b\r\nContent-Disposition: form-data; name=\"photo\"; "
        + "filename=\"a %22leaf%22;x.jpg\"\r\nContent-Type: image/jpeg\r\n\r\n"
        + "\r\n--\r\n--a\r\n--b--\r\n")
    #expect(parts.map(\.name) == ["plant", "photo"])
    #expect(parts.map(\.fileName) == [nil, #"a "leaf";x.jpg"#])
    #expect(
      parts.map { String(decoding: $0.content, as: UTF8.self) }
        == ["Monty", "\r\n--\r\n--a"])
    #expect(try read("--b--") == [])
  }

  @Test(arguments: [
    "", "--b", "--b\r\n", "--c--", "x\r\n--b--", "--b--x", "--b--\r\nx",
    "--b\r\n\r\n\r\n--b--", "--b\r\nx\r\n\r\n\r\n--b--",
    "--b\r\nContent-Disposition: form-data\r\n\r\n\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\n\r\n--b--",
    "--b\r\nContent-Disposition: file; name=a\r\n\r\n\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\n\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--bx",
    "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx--b--",
    "--b\r\nContent-Disposition: form-data; name=a\r\n"
      + "Content-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--",
  ])
  func anythingElseIsRefused(text: String) {
    #expect(throws: RequestError.badForm, "\(text)") { try read(text) }
  }

  @Test func thereIsALimitOfPartsAndOfTheirHeads() {
    let long = String(repeating: "x", count: 5_000)
    #expect(throws: RequestError.badForm) {
      try read(
        "--b\r\nContent-Disposition: form-data; name=a\r\nX: \(long)"
          + "\r\n\r\n\r\n--b--")
    }
    let part = "\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--b"
    let form = "--b" + String(repeating: part, count: 201) + "--"
    #expect(throws: RequestError.tooManyFields) { try read(form) }
  }

  /// Any bytes come through, whatever they look like.
  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func allBytesComeThrough(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let boundary = "b\(UInt32.random(in: 0...9, using: &random))"
    var parts: [Part] = []
    var body = Array("--\(boundary)".utf8)
    // Pieces of which boundaries consist, and random bytes between them.
    let pieces = ["\r\n", "--", "\r", "\n", "-", "b", "\r\n--", "\r\n--b", "9"]
    for number in 0..<Int.random(in: 1...6, using: &random) {
      var content: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let piece = Array((pieces.randomElement(using: &random) ?? "").utf8)
        content +=
          Bool.random(using: &random)
          ? piece : [UInt8.random(in: 0...255, using: &random)]
      }
      let delimiter = Array("\r\n--\(boundary)".utf8)
      guard !(content + Array("\r\n".utf8)).contains(delimiter) else {
        continue
      }
      let isFile = Bool.random(using: &random)
      parts.append(
        Part(
          name: "f\(number)", fileName: isFile ? "x" : nil,
          content: content[...]))
      body += Array(
        "\r\ncontent-disposition: form-data; name=f\(number)\(isFile ? "; filename=x" : "")\r\n\r\n"
          .utf8)
      body += content + delimiter
    }
    body += Array("--\r\n".utf8)
    let read = try MultipartForm(body, boundary: boundary).parts
    #expect(read == parts, "seed \(seed)")
    // No piece of it traps, or is taken for the whole.
    for _ in 0..<50 {
      let end = Int.random(in: 0..<body.count - 2, using: &random)
      #expect(throws: RequestError.self, "seed \(seed), \(end) bytes") {
        try MultipartForm(Array(body[..<end]), boundary: boundary)
      }
      var changed = body
      changed[Int.random(in: body.indices, using: &random)] =
        .random(in: 0...255, using: &random)
      _ = try? MultipartForm(changed, boundary: boundary)
    }
  }
}
