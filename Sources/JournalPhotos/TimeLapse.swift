internal import Encodings
internal import ErrorKit
internal import Glibc
internal import HTMLKit
public import POSIXKit
internal import ProgramPipes

/// A film of photos, in the given order.
public struct TimeLapse {
  /// The form of a film.
  public enum Form: String, Sendable, CaseIterable {
    /// An animated picture.
    case webp, gif
    /// A page with a player, which needs nothing else.
    case html
    /// A video, which requires that `ffmpeg` is installed.
    case mp4, webm

    /// Creates the form of a file by its name's extension; `nil` for any other.
    public init?(fileName: String) {
      guard let dot = fileName.lastIndex(of: ".") else { return nil }
      self.init(rawValue: fileName[fileName.index(after: dot)...].lowercased())
    }

    /// The default longest edge, in pixels. Films of 256 colours become large.
    var edge: Int {
      switch self {
      case .gif: 480
      case .webp: 720
      case .html: 960
      case .mp4, .webm: 1_080
      }
    }
  }

  /// The settings of a film.
  public struct Settings: Sendable, Hashable {
    /// The seconds that each photo is shown: 0.02 to 60.
    public var seconds: Double
    /// The longest edge, in pixels: 16 to 2,048; `nil` for the default.
    public var edge: Int?
    /// A Boolean value that indicates whether each photo shows its label.
    public var showsLabels: Bool
    /// A Boolean value that indicates whether each photo is aligned with the
    /// one before.
    public var aligns: Bool
    /// A Boolean value that indicates whether each photo fades into the next.
    public var fades: Bool
    /// The quality, from 1 to 100.
    public var quality: Int

    public init(
      seconds: Double = 0.3, edge: Int? = nil, showsLabels: Bool = false,
      aligns: Bool = false, fades: Bool = false, quality: Int = 70
    ) {
      self.seconds = seconds
      self.edge = edge
      self.showsLabels = showsLabels
      self.aligns = aligns
      self.fades = fades
      self.quality = quality
    }

    var milliseconds: Int {
      Int((min(max(seconds, 0.02), 60) * 1_000).rounded())
    }
  }

  /// A photo of a film.
  public struct Frame {
    /// The label, such as its date.
    public let label: String
    /// Reads the file; called once, when its turn comes.
    public let file: () throws -> [UInt8]

    public init(label: String, file: @escaping () throws -> [UInt8]) {
      self.label = label
      self.file = file
    }
  }

  /// The outcome of making a film.
  public struct Outcome: Sendable {
    /// The number of photos shown.
    public var shown = 0
    /// The photos left out, with reasons.
    public var leftOut: [(label: String, reason: String)] = []
    /// The number of photos that should be aligned but could not be.
    public var unaligned = 0
    /// The size in pixels.
    public var width = 0
    public var height = 0
  }

  private let program: String
  private let videoProgram: String
  let title: String
  let settings: Settings

  private static let threads = 2
  /// The limit of labels, which are drawn before all photos, and held.
  private static let mostLabels = 4_000
  /// The time limit for making a file of decoded pictures.
  private static let seconds: Int64 = 900

  /// Creates a film.
  ///
  /// - Parameters:
  ///   - program: The program that decodes photos.
  ///   - videoProgram: The path or name of the program that makes videos.
  ///   - title: The title of a page.
  ///   - settings: The settings.
  public init(
    program: String, videoProgram: String = "ffmpeg", title: String,
    settings: Settings = Settings()
  ) {
    self.program = program
    self.videoProgram = videoProgram
    self.title = title
    self.settings = settings
  }

  /// Makes the film.
  ///
  /// It leaves out photos that cannot be read or decoded.
  ///
  /// - Parameters:
  ///   - form: The form of the film.
  ///   - frames: The photos.
  ///   - file: An empty file for the film. After an error, its contents are of
  ///     no use.
  ///   - progress: Receives the number of photos done.
  /// - Returns: The outcome.
  /// - Throws: ``PhotoFault``, and errors of the system.
  public func make(
    _ form: Form, of frames: [Frame], into file: borrowing File,
    progress: (Int) -> Void = { _ in }
  ) throws -> Outcome {
    switch form {
    case .webp, .gif:
      var outcome = Outcome()
      let studio = try add(frames, form, &outcome, progress) { _, _ in }
      try file.write(try studio.finishedFilm(within: Self.seconds)[...])
      return outcome
    case .html:
      var outcome = Outcome()
      var html = HTMLWriter()
      try FilmPage(title: title, settings: settings).write(to: &html) { html in
        _ = try add(frames, form, &outcome, progress) { picture, outcome in
          for bytes in picture.pieces {
            FilmPage.write(bytes, picture.label, outcome, to: &html)
            try html.handOn { try file.write($0[...]) }
          }
        }
      }
      try file.write(html.bytes[...])
      return outcome
    case .mp4, .webm:
      var video: Video?
      var outcome = Outcome()
      do {
        _ = try add(frames, form, &outcome, progress) { picture, outcome in
          let open =
            try video
            ?? Video(
              by: videoProgram, form, outcome, settings, into: file)
          video = open
          for (index, piece) in picture.pieces.enumerated() {
            try open.write(piece)
            // Each photo fades in for a third of its time.
            let isFading = index == 0 && picture.pieces.count == 2
            if settings.fades, !isFading { try open.write(piece) }
            if settings.fades, outcome.shown == 0 { try open.write(piece) }
          }
        }
      } catch let error as FileSystemError {
        // The program itself reports why it reads no more.
        try video?.finish()
        throw error
      }
      try video?.finish()
      guard try file.status.byteCount > 0 else {
        throw PhotoFault.noVideo("it made an empty file")
      }
      return outcome
    }
  }

  /// A finished picture of a film.
  private struct Picture {
    let label: String
    let pieces: [[UInt8]]
  }

  private func add(
    _ frames: [Frame], _ form: Form, _ outcome: inout Outcome,
    _ progress: (Int) -> Void,
    _ use: (Picture, Outcome) throws -> Void
  ) throws -> PhotoStudio {
    // Pages add labels and fades themselves.
    let draws = settings.showsLabels && form != .html
    guard !draws || frames.count <= Self.mostLabels else {
      throw PhotoFault.tooLarge(
        """
        a film has at most \(Self.mostLabels) photos with labels, and you \
        chose \(frames.count): choose fewer
        """)
    }
    let studio = PhotoStudio(
      program: program, threads: Self.threads,
      texts: draws ? frames.map(\.label) : [])
    for (index, frame) in frames.enumerated() {
      defer { progress(index + 1) }
      let file: [UInt8]
      do {
        file = try frame.file()
      } catch {
        outcome.leftOut.append((frame.label, ErrorFacts(of: error).message))
        continue
      }
      do {
        let opened = try studio.open(file)
        if outcome.shown == 0 {
          (outcome.width, outcome.height) = size(of: opened, form)
          try begin(form, frames.count, outcome, studio)
        }
        let added = try studio.addFrame(text: draws ? index : nil)
        if !added.isAligned { outcome.unaligned += 1 }
        try use(Picture(label: frame.label, pieces: added.pieces), outcome)
        outcome.shown += 1
      } catch PhotoFault.refused(let reason) {
        // If the program has ended, its pictures are lost.
        guard studio.isRunning || outcome.shown == 0 else {
          throw PhotoFault.refused("\(frame.label): \(reason)")
        }
        outcome.leftOut.append((frame.label, reason))
      }
    }
    guard outcome.shown > 0 else { throw PhotoFault.nothingToShow }
    return studio
  }

  private func begin(
    _ form: Form, _ count: Int, _ outcome: Outcome, _ studio: PhotoStudio
  ) throws {
    do {
      try studio.beginFilm(
        form.kind, width: outcome.width, height: outcome.height,
        frames: count, settings, fades: settings.fades && form != .html)
    } catch PhotoFault.refused(let reason) {
      throw PhotoFault.tooLarge(reason)
    }
  }

  /// Returns the size of the film, by its first photo. Videos have even sizes.
  private func size(
    of photo: PhotoStudio.Opened, _ form: Form
  ) -> (width: Int, height: Int) {
    let longest = max(photo.width, photo.height, 1)
    let edge = min(max(settings.edge ?? form.edge, 16), 2_048, max(longest, 16))
    func even(_ length: Int) -> Int {
      max(16, (length * edge / longest + 1) / 2 * 2)
    }
    return (even(photo.width), even(photo.height))
  }
}

extension TimeLapse.Form {
  fileprivate var kind: String {
    switch self {
    case .webp, .gif: rawValue
    case .html: "jpeg"
    case .mp4, .webm: "rgb"
    }
  }
}

// MARK: Asking

extension PhotoStudio {
  fileprivate func beginFilm(
    _ kind: String, width: Int, height: Int, frames: Int,
    _ settings: TimeLapse.Settings, fades: Bool
  ) throws {
    var request = CBORWriter()
    request.array(9)
    request.text("film")
    request.text(kind)
    request.unsigned(UInt64(width))
    request.unsigned(UInt64(height))
    request.unsigned(UInt64(settings.milliseconds))
    request.unsigned(UInt64(min(max(settings.quality, 1), 100)))
    request.unsigned(UInt64(frames))
    request.bool(settings.aligns)
    request.bool(fades)
    try ask(request, for: "filming") { _ in }
  }

  fileprivate func addFrame(
    text: Int?
  ) throws -> (isAligned: Bool, pieces: [[UInt8]]) {
    var request = CBORWriter()
    request.array(2)
    request.text("frame")
    if let text { request.unsigned(UInt64(text)) } else { request.null() }
    return try ask(request, for: "framed") { reader in
      var isAligned = false
      if !reader.readNull() {
        isAligned = true
        for _ in 0..<(try reader.array()) { _ = try reader.integer() }
      }
      var pieces: [[UInt8]] = []
      for _ in 0..<(try reader.array()) {
        pieces.append(try reader.byteString().copied)
      }
      return (isAligned, pieces)
    }
  }

  fileprivate func finishedFilm(within seconds: Int64) throws -> [UInt8] {
    var request = CBORWriter()
    request.array(1)
    request.text("finish")
    return try ask(request, for: "filmed", within: seconds) {
      try $0.byteString().copied
    }
  }
}

// MARK: Videos

extension TimeLapse {
  /// A video while it is made: pixels go to the program, which writes into a
  /// file of this process.
  private final class Video {
    private let process: ChildProcess
    private var input: File?
    private let words: File

    init(
      by program: String, _ form: Form, _ outcome: Outcome,
      _ settings: Settings, into file: borrowing File
    ) throws {
      words = try File.temporary()
      let pipe = try Pipe()
      let size = "\(outcome.width)x\(outcome.height)"
      let rate = "\(settings.fades ? 3_000 : 1_000)/\(settings.milliseconds)"
      // The program opens the file again by its descriptor, as it changes its
      // beginning at the end, which a pipe would not allow.
      let codec =
        form == .mp4
        ? [
          "-c:v", "libx264", "-preset", "veryfast", "-crf", "20", "-movflags",
          "+faststart",
        ]
        : [
          "-c:v", "libvpx-vp9", "-crf", "32", "-b:v", "0", "-cpu-used", "6",
          "-row-mt", "1",
        ]
      do throws(FileSystemError) {
        process = try ChildProcess.start(
          program,
          arguments: [
            "-nostdin", "-hide_banner", "-loglevel", "error", "-f", "rawvideo",
            "-pixel_format", "rgb24", "-video_size", size, "-framerate", rate,
            "-i", "pipe:0", "-vf",
            "scale=out_color_matrix=bt709:out_range=tv", "-colorspace",
            "bt709", "-color_primaries", "bt709", "-color_trc", "bt709",
            "-pix_fmt", "yuv420p",
          ] + codec + ["-f", form.rawValue, "-y", "/proc/self/fd/3"],
          descriptors: [
            .init(own: pipe.readingEnd.descriptor, inChild: 0),
            .init(own: words.descriptor, inChild: 1),
            .init(own: words.descriptor, inChild: 2),
            .init(own: file.descriptor, inChild: 3),
          ])
      } catch {
        guard error.code == ENOENT else { throw error }
        throw PhotoFault.noVideoProgram(program)
      }
      input = pipe.keepingWritingEnd()
    }

    func write(_ pixels: [UInt8]) throws { try input?.write(pixels[...]) }

    /// Waits until the video is complete.
    func finish() throws {
      input = nil
      guard
        process.wait(until: Deadline(seconds: TimeLapse.seconds))
          == .exited(0)
      else {
        let said = (try? words.read(2_000, at: 0)) ?? []
        let lines = String(decoding: said, as: UTF8.self)
          .split(separator: "\n").joined(separator: "; ")
        throw PhotoFault.noVideo(lines.isEmpty ? "no reason is given" : lines)
      }
    }

    deinit {
      guard input != nil else { return }
      input = nil
      _ = process.wait(until: Deadline(seconds: 0))
    }
  }
}
