import ErrorKit
import Glibc
import JournalTestSupport
import JournalTime
import POSIXKit
import Testing

@testable import JournalPhotos

/// The parent's side of the program that decodes.
@Suite struct PhotoStudioTests {
  /// The program, built with the tests; it is where libvips is.
  static let program: String? = {
    let own = FileSystem.target(ofLink: "/proc/self/exe") ?? ""
    let directory = FileSystem.parent(of: CommandLine.arguments[0]) ?? ""
    let places = [directory, FileSystem.parent(of: own) ?? ""]
      .map { $0 + "/plantguide-photo" }
    return places.first(where: FileSystem.isExecutable)
  }()

  /// A PNG of one red pixel.
  private static let pixel: [UInt8] = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d,
    0x49, 0x48, 0x44, 0x52, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x01,
    0x08, 0x02, 0x00, 0x00, 0x00, 0x90, 0x77, 0x53, 0xde, 0x00, 0x00, 0x00,
    0x0c, 0x49, 0x44, 0x41, 0x54, 0x08, 0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0x00,
    0x00, 0x03, 0x01, 0x01, 0x00, 0x18, 0xdd, 0x8d, 0xb0, 0x00, 0x00, 0x00,
    0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
  ]

  private func moment(_ text: String) throws -> OffsetInstant {
    try #require(OffsetInstant(text))
  }

  @Test(.enabled(if: program != nil))
  func aPhotoIsDevelopedAndSaysWhenItWasTaken() throws {
    let studio = PhotoStudio(program: Self.program ?? "")
    let opened = try studio.open(Self.pixel)
    #expect(opened.mediaType == "image/png" && opened.times.isEmpty)
    #expect((opened.width, opened.height) == (1, 1))
    let developed = try studio.develop(
      taken: moment("2026-03-01T09:00:00.250+01:00"))
    #expect((developed.width, developed.height) == (1, 1))
    let said = try studio.open(developed.file)
    #expect(
      said.times == [
        "original": "2026:03:01 09:00:00", "originalOffset": "+01:00",
      ])
    #expect(try studio.pixels(within: 10, 10).bytes.count == 300)
    #expect(studio.guards?.contains([.calls, .user]) == true)
    #expect(try studio.lentGuards() == studio.guards)
  }

  @Test(.enabled(if: program != nil))
  func aFileIsWhatItsEventSays() throws {
    let studio = PhotoStudio(program: Self.program ?? "")
    try studio.check(Self.pixel, is: "image/png")
    #expect(throws: PhotoFault.refused("it is image/png, not image/jpeg")) {
      try studio.check(Self.pixel, is: "image/jpeg")
    }
    #expect(throws: PhotoFault.self) {
      try studio.check(Array("<html>".utf8), is: "image/jpeg")
    }
    // Its header is whole, and its pixel is not.
    #expect(throws: PhotoFault.self) {
      try studio.check(Self.pixel.dropLast(24), is: "image/png")
    }
  }

  @Test func whatIsLackingIsSaid() {
    #expect(PhotoStudio.Guards(rawValue: 7).lack == nil)
    #expect(
      PhotoStudio.Guards.calls.lack
        == "this system has no Landlock and no user without rights to confine the program that decodes photos; only limits of memory and time do"
    )
  }

  @Test func aMachineWithoutRoomIsNoFaultOfThePhoto() throws {
    let directory = try TemporaryDirectory()
    let program = directory.path + "/busy"
    // Each answer is a count of bytes and an array of two.
    try File.replace(
      program,
      with: Array(
        #"""
        #!/bin/sh
        printf '\0\0\0\010\202\145ready\007'
        printf '\0\0\0\020\202\144busy\151no thread'
        exec cat >/dev/null
        """#.utf8))
    #expect(chmod(program, 0o700) == 0)
    let error = #expect(throws: PhotoFault.busy("no thread")) {
      try PhotoStudio(program: program).open(Self.pixel)
    }
    #expect(error?.facts.canRetry == true && error?.isOfFile == false)
  }

  @Test func whatAUselessProgramSaysIsOneLine() throws {
    let error = #expect(throws: PhotoFault.self) {
      try PhotoStudio(program: "/usr/bin/cp").open(Self.pixel)
    }
    guard case .useless(_, let said) = error else {
      Issue.record("it is \(String(describing: error))")
      return
    }
    #expect(said.contains("missing file operand; Try '"))
  }

  @Test func aProgramThatIsNoneIsAnError() throws {
    #expect(throws: PhotoFault.noProgram("/nowhere")) {
      try PhotoStudio(program: "/nowhere").open(Self.pixel)
    }
    #expect(throws: PhotoFault.useless("/bin/false")) {
      try PhotoStudio(program: "/bin/false").open(Self.pixel)
    }
    // It answers nothing at all, and is ended.
    #expect(throws: PhotoFault.useless("/usr/bin/tail")) {
      try PhotoStudio(program: "/usr/bin/tail", seconds: 1).open(Self.pixel)
    }
  }
}
