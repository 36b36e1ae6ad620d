internal import Encodings
public import JournalTime
internal import POSIXKit
internal import ProgramPipes
internal import TextKit

/// Decodes, measures and shrinks photos with `plantguide-photo`, a process in
/// which a hostile file can reach nothing else.
///
/// A program that ends, or takes too long, is replaced for the next photo.
public final class PhotoStudio {
  /// The stored form of a photo.
  public struct Form: Sendable, Hashable {
    /// The kinds of file that are stored.
    public enum Kind: String, Sendable, CaseIterable {
      case jpeg, webp

      /// The media type of the kind.
      public var mediaType: String { "image/\(rawValue)" }
    }

    public var kind: Kind
    /// The longest edge, in pixels.
    public var edge: Int
    /// The quality, from 1 to 100.
    public var quality: Int

    /// A form that is large enough for the square in the middle of most photos.
    static let forThumbnails = Form(edge: 800)

    public init(kind: Kind = .jpeg, edge: Int = 2_048, quality: Int = 88) {
      self.kind = kind
      self.edge = edge
      self.quality = quality
    }
  }

  /// A file whose header was read.
  public struct Opened: Sendable {
    /// The media type, such as `image/heic`.
    public let mediaType: String
    /// The width in stored pixels, before rotation.
    public let width: Int
    public let height: Int
    /// The times in the file; see ``PhotoTime``.
    public let times: [String: String]
  }

  /// The stored result of a photo.
  public struct Developed: Sendable {
    public let width: Int
    public let height: Int
    /// A hash of the looks: similar photos differ in few bits.
    public let looks: UInt64
    /// The brightness, from 0 to 255.
    public let brightness: Int
    /// The sharpness, in thousandths of the contrast.
    public let sharpness: Int
    /// The photo, upright, in sRGB, with no metadata but its time.
    public let file: [UInt8]
    /// The square in its middle, 200 pixels a side, as JPEG.
    public let thumbnail: [UInt8]
  }

  /// Decoded pixels, row by row, three bytes each.
  public struct Pixels: Sendable {
    public let width: Int
    public let height: Int
    public let bytes: [UInt8]
  }

  /// The guards that the system provides to the decoding process.
  public struct Guards: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The process cannot open files (Landlock).
    public static let files = Guards(rawValue: 1)
    /// The process can make only the system calls of decoding (seccomp).
    public static let calls = Guards(rawValue: 2)
    /// The process has no rights of root, whoever started it.
    public static let user = Guards(rawValue: 4)
    private static let all: [(guard: Guards, name: String)] = [
      (.files, "Landlock"), (.calls, "seccomp"),
      (.user, "user without rights"),
    ]

    /// The guards that the system did not provide, in words; `nil` if it
    /// provided all.
    public var lack: String? {
      let names = Self.all.filter { !contains($0.guard) }.map(\.name)
      guard !names.isEmpty else { return nil }
      return
        "this system has no \(Phrase.list(names, joinedBy: "and no")) to confine the program that decodes photos; only limits of memory and time do"
    }
  }

  /// The words of the program on standard error, up to a bound.
  private final class Words {
    private var bytes: [UInt8] = []

    func add(_ more: [UInt8]) {
      bytes += more.prefix(max(0, 400 - bytes.count))
    }

    /// The words in one line that is safe to show.
    var text: String {
      SafeText.shown(
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
          .joined(separator: "; "))
    }
  }

  /// The greatest number of bytes of a file.
  public static let mostBytes = ParentPipe.mostContentBytes

  private let path: String
  private let threads: Int
  private let seconds: Int64
  private let texts: [String]?
  private var program: SiblingProgram?
  /// The words of that program.
  private var words = Words()
  /// The deadline for the answer to the latest request.
  private var deadline: Deadline?
  /// The guards that the program has reported; `nil` until it was started.
  public private(set) var guards: Guards?

  /// Uses the program at `path`, which is started on demand.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - threads: The number of threads that decode one photo.
  ///   - seconds: The time limit for a photo.
  public convenience init(
    program path: String, threads: Int = 2, seconds: Int64 = 30
  ) {
    self.init(program: path, threads: threads, seconds: seconds, texts: nil)
  }

  /// Uses the program for a film, with texts for its pictures.
  init(
    program path: String, threads: Int = 2, seconds: Int64 = 30,
    texts: [String]?
  ) {
    self.path = path
    self.threads = threads
    self.seconds = seconds
    self.texts = texts
  }

  /// Refuses a file that is too large.
  static func checkSize(_ count: Int) throws(PhotoFault) {
    guard count <= mostBytes else {
      throw .refused(
        "it has \(count >> 20) MiB, and at most \(mostBytes >> 20) are allowed")
    }
  }

  /// A Boolean value that indicates whether the program is running.
  var isRunning: Bool { program != nil }

  /// Reads the header of a file, for ``develop(_:taken:)`` or
  /// ``pixels(within:_:)``, which then take it.
  ///
  /// - Throws: ``PhotoFault``.
  public func open(_ file: [UInt8]) throws -> Opened {
    try Self.checkSize(file.count)
    var request = CBORWriter(capacity: file.count + 16)
    request.array(2)
    request.text("open")
    request.byteString(file)
    return try ask(request, for: "opened") { reader in
      let mediaType = try reader.text()
      let width = try Self.edge(&reader)
      let height = try Self.edge(&reader)
      var times: [String: String] = [:]
      for _ in 0..<(try reader.map()) {
        let name = try reader.text()
        times[name] = try reader.text()
      }
      return Opened(
        mediaType: mediaType, width: width, height: height, times: times)
    }
  }

  /// Refuses a file that is incomplete, or of another kind than stated.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - mediaType: The stated kind, such as `image/jpeg`.
  /// - Throws: ``PhotoFault``.
  public func check(_ file: [UInt8], is mediaType: String) throws {
    let found = try open(file).mediaType
    guard found == mediaType else {
      throw PhotoFault.refused("it is \(found), not \(mediaType)")
    }
    _ = try pixels(within: 1, 1)
  }

  /// Returns the media type of a file, such as `image/jpeg`, and its thumbnail;
  /// `nil` if there is no program that decodes.
  ///
  /// - Throws: ``PhotoFault`` for a file that is no picture.
  public func thumbnail(
    of file: [UInt8], taken: OffsetInstant
  ) throws -> (mediaType: String, thumbnail: [UInt8])? {
    do {
      let mediaType = try open(file).mediaType
      let small = try develop(.forThumbnails, taken: taken)
      return (mediaType, small.thumbnail)
    } catch let fault as PhotoFault where !fault.isOfFile {
      return nil
    }
  }

  /// Makes the stored form of the opened file.
  ///
  /// - Parameters:
  ///   - form: The form to make.
  ///   - taken: The time that the stored file gives; `nil` for none.
  /// - Returns: The result to store.
  /// - Throws: ``PhotoFault``.
  public func develop(
    _ form: Form = Form(), taken: OffsetInstant?
  ) throws -> Developed {
    try beginDeveloping(form, taken: taken)
    return try developed()
  }

  /// Begins to make the stored form of the opened file, while this process goes
  /// on. Call ``developed()`` next, which waits for the result.
  ///
  /// - Throws: ``PhotoFault``.
  public func beginDeveloping(
    _ form: Form = Form(), taken: OffsetInstant?
  ) throws {
    let (time, offset) = taken.map(Self.camera) ?? ("", "")
    var request = CBORWriter()
    request.array(6)
    request.text("store")
    request.unsigned(UInt64(form.edge))
    request.text(form.kind.rawValue)
    request.unsigned(UInt64(form.quality))
    request.text(time)
    request.text(offset)
    try send(request)
  }

  /// Waits for the result of ``beginDeveloping(_:taken:)``.
  ///
  /// - Throws: ``PhotoFault``.
  public func developed() throws -> Developed {
    // The caller may have done something else meanwhile; the program itself
    // limits the time of a photo.
    deadline = Deadline(seconds: seconds)
    return try answer(for: "stored") { reader in
      Developed(
        width: try Self.edge(&reader), height: try Self.edge(&reader),
        looks: try reader.unsigned(),
        brightness: Int(clamping: try reader.unsigned()),
        sharpness: Int(clamping: try reader.unsigned()),
        file: try reader.byteString().copied,
        thumbnail: try reader.byteString().copied)
    }
  }

  /// Returns the pixels of the opened file, as large as they fit.
  ///
  /// - Throws: ``PhotoFault``.
  public func pixels(within width: Int, _ height: Int) throws -> Pixels {
    var request = CBORWriter()
    request.array(3)
    request.text("draw")
    request.unsigned(UInt64(width))
    request.unsigned(UInt64(height))
    return try ask(request, for: "drawn") { reader in
      Pixels(
        width: try Self.edge(&reader), height: try Self.edge(&reader),
        bytes: try reader.byteString().copied)
    }
  }

  /// Reads and checks an edge, in pixels, as the decoder is not trusted.
  static func edge(_ reader: inout CBORReader) throws -> Int {
    let edge = Int(clamping: try reader.unsigned())
    guard 1...100_000 ~= edge else { throw PhotoFault.strange }
    return edge
  }

  /// Returns a moment as cameras write it: `2026:03:01 09:00:00` and `+01:00`.
  private static func camera(_ time: OffsetInstant) -> (String, String) {
    let text = time.description
    let clock = text.prefix(19).map { $0 == "T" ? " " : $0 }
    let day = String(clock.prefix(10).map { $0 == "-" ? ":" : $0 })
    let rest = text.dropFirst(19)
    // A fraction of a second may precede the offset.
    let offset = rest.drop { !"+-Z".contains($0) }
    return (
      day + String(clock.dropFirst(10)),
      offset == "Z" ? "+00:00" : String(offset)
    )
  }

  // MARK: The program

  func ask<R>(
    _ request: CBORWriter, for word: String, within seconds: Int64? = nil,
    _ read: (inout CBORReader) throws -> R
  ) throws -> R {
    try send(request, within: seconds)
    return try answer(for: word, read)
  }

  private func send(
    _ request: CBORWriter, within seconds: Int64? = nil
  ) throws {
    let program = try self.program ?? start()
    // For the whole answer: a malicious file may make the program drip.
    let deadline = Deadline(seconds: seconds ?? self.seconds)
    self.deadline = deadline
    try telling { () throws(SiblingProgram.Fault) in
      try program.send(request.bytes) { deadline }
    }
  }

  private func answer<R>(
    for word: String, _ read: (inout CBORReader) throws -> R
  ) throws -> R {
    guard let program, let deadline else { throw PhotoFault.strange }
    let answer = try telling { () throws(SiblingProgram.Fault) in
      try program.answer { deadline }
    }
    return try Self.read(answer, for: word, read)
  }

  private func telling<R>(
    _ body: () throws(SiblingProgram.Fault) -> R
  ) throws -> R {
    do throws(SiblingProgram.Fault) {
      return try body()
    } catch {
      program = nil
      guard error != .timedOut else {
        throw PhotoFault.refused("decoding it took too long")
      }
      let said = words.text
      throw PhotoFault.refused(
        "decoding it crashed the program"
          + (said.isEmpty ? "" : "; it said: \(said)"))
    }
  }

  private static func read<R>(
    _ answer: [UInt8], for word: String,
    _ read: (inout CBORReader) throws -> R
  ) throws -> R {
    do {
      var reader = CBORReader(answer.span.bytes)
      _ = try reader.array()
      switch try reader.text() {
      case word: return try read(&reader)
      case "error": throw PhotoFault.refused(try reader.text())
      case "busy": throw PhotoFault.busy(try reader.text())
      default: throw PhotoFault.strange
      }
    } catch is CBORError {
      throw PhotoFault.strange
    }
  }

  /// Starts the program, unless it runs, to learn its guards.
  ///
  /// - Returns: The guards.
  /// - Throws: ``PhotoFault``.
  public func lentGuards() throws -> Guards {
    if program == nil { _ = try start() }
    return guards ?? []
  }

  private func start() throws -> SiblingProgram {
    guard FileSystem.isExecutable(path) else {
      throw PhotoFault.noProgram(path)
    }
    let words = Words()
    self.words = words
    // The program gets no variables, as those of this process may hold secrets.
    let started = try SiblingProgram(
      startedFrom: path, arguments: texts == nil ? [] : ["films"],
      variables: [:], said: words.add)
    var request = CBORWriter()
    request.array(2)
    request.text("start")
    request.unsigned(UInt64(threads))
    let answer: [UInt8]
    do throws(SiblingProgram.Fault) {
      let deadline = Deadline(seconds: seconds)
      if let texts {
        var writing = CBORWriter()
        writing.array(2)
        writing.text("write")
        writing.array(texts.count)
        for text in texts { writing.text(text) }
        try started.send(writing.bytes) { deadline }
      }
      try started.send(request.bytes) { deadline }
      answer = try started.answer { deadline }
    } catch {
      throw PhotoFault.useless(path, said: words.text)
    }
    guards = try Self.read(answer, for: "ready") {
      Guards(rawValue: Int(clamping: try $0.unsigned()))
    }
    program = started
    return started
  }
}
