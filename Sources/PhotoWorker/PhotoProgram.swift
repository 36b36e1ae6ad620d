internal import CConfinement
internal import CPhotoShims
internal import Encodings
internal import Glibc
internal import POSIXKit
internal import ProgramPipes

/// The program that decodes untrusted pictures for its parent: it reads
/// requests from standard input and answers each on standard output. It gets
/// pictures and gives pictures, and can reach nothing else.
public final class PhotoProgram {
  private let pipe = ParentPipe()
  private var guards: Int32 = 0
  private var picture: Picture?
  private var texts: [Image?] = []
  private var film: Film?

  /// The most memory that it may take, in bytes.
  static let mostMemory: UInt64 = 768 << 20
  /// The most seconds of processor time for a picture.
  private static let mostSeconds: UInt32 = 20
  /// The most seconds of processor time for a film of decoded pictures.
  private static let mostSecondsOfFilm: UInt32 = 600
  private static let thumbnailEdge = 200
  private static let thumbnailQuality = 80

  private init() {}

  /// Serves until the parent ends its requests.
  ///
  /// - Parameter makesFilms: Whether the first request has texts for a film:
  ///   fonts are read before opening files is forbidden.
  /// - Returns: The exit status: 0; 2 if requests could not be read to their
  ///   end; 4 if nobody reads the answers; 5 if the library cannot be used.
  public static func run(makesFilms: Bool) -> Int32 {
    StandardDescriptors.hold()
    // The error of the write shows that nobody reads any more.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    guard photo_start() == 0 else { return 5 }
    let program = PhotoProgram()
    program.guards = confine_leave()
    if makesFilms, !program.write() { return 2 }
    program.guards |= photo_confine(mostMemory)
    return program.serve()
  }

  /// Draws the texts of the first request, and returns whether it has any.
  private func write() -> Bool {
    var frame: [UInt8] = []
    guard (try? pipe.next(into: &frame)) == true,
      case .write(let words)? = try? PhotoRequest(frame)
    else { return false }
    guard let written = try? Image.written(words) else { return false }
    texts = written
    return true
  }

  private func serve() -> Int32 {
    do {
      var frame: [UInt8] = []
      while true {
        do throws(ParentPipe.Fault) {
          guard try pipe.next(into: &frame) else { return 0 }
        } catch {
          try refuse(error.reason)
          return 2
        }
        try answer(frame)
      }
    } catch {
      return 4
    }
  }

  private func refuse(
    _ reason: String, as word: String = "error"
  ) throws(FileSystemError) {
    try pipe.send {
      $0.array(2)
      $0.text(word)
      $0.text(reason)
    }
  }

  private func answer(_ frame: [UInt8]) throws(FileSystemError) {
    confine_allow_seconds(Self.mostSeconds)
    do {
      try carryOut(try PhotoRequest(frame))
    } catch let error as FileSystemError {
      throw error
    } catch let error as PictureFault {
      try refuse(error.message, as: error.isPassing ? "busy" : "error")
    } catch {
      try refuse("the request is invalid: \(error)")
    }
  }

  private func carryOut(_ request: PhotoRequest) throws {
    switch request {
    case .start(let threads):
      photo_use(Int32(threads))
      try pipe.send {
        $0.array(2)
        $0.text("ready")
        $0.integer(Int64(guards))
      }
    case .open(let file):
      picture = nil
      let opened = try Picture(file)
      picture = opened
      try send(opened)
    case .store(let settings):
      let opened = try current
      picture = nil
      try store(opened, settings)
    case .draw(let width, let height):
      let image = try current.decoded(atMost: max(width, height))
      picture = nil
      let fitting = Self.size(of: image, within: width, height)
      let pixels = try image.pixels(fitting.width, fitting.height)
      try pipe.send {
        $0.array(4)
        $0.text("drawn")
        $0.integer(Int64(fitting.width))
        $0.integer(Int64(fitting.height))
        $0.byteString(pixels)
      }
    case .write: throw PictureFault("texts come first")
    case .film(let form):
      film = nil
      film = try Film(form)
      try pipe.send {
        $0.array(1)
        $0.text("filming")
      }
    case .frame(let text):
      let opened = try current
      picture = nil
      try add(opened, text)
    case .finish:
      confine_allow_seconds(Self.mostSecondsOfFilm)
      let finished = film
      film = nil
      guard let file = try finished?.finished() else {
        throw PictureFault("no film was begun")
      }
      guard file.count <= ParentPipe.mostContentBytes else {
        throw PictureFault(
          "the film has \(file.count >> 20) MiB, which is too many")
      }
      try pipe.send {
        $0.array(2)
        $0.text("filmed")
        $0.byteString(file)
      }
    }
  }

  private func add(_ picture: Picture, _ text: Int?) throws {
    guard let film else { throw PictureFault("no film was begun") }
    guard text.map(texts.indices.contains) ?? true else {
      throw PictureFault("there is no such text")
    }
    let added = try film.add(picture, text.flatMap { texts[$0] })
    try pipe.send {
      $0.array(3)
      $0.text("framed")
      if let move = added.move {
        $0.array(2)
        $0.integer(Int64(move.right))
        $0.integer(Int64(move.down))
      } else {
        $0.null()
      }
      $0.array(added.pieces.count)
      for piece in added.pieces { $0.byteString(piece) }
    }
  }

  private var current: Picture {
    get throws(PictureFault) {
      guard let picture else { throw PictureFault("no picture is open") }
      return picture
    }
  }

  private static func size(
    of image: Image, within width: Int, _ height: Int
  ) -> (width: Int, height: Int) {
    let scale = min(
      Double(width) / Double(image.width),
      Double(height) / Double(image.height))
    return (
      max(1, Int((Double(image.width) * scale).rounded())),
      max(1, Int((Double(image.height) * scale).rounded()))
    )
  }

  // MARK: Answers

  private func send(_ picture: Picture) throws(FileSystemError) {
    let times = PictureTimes(of: picture).texts.sorted {
      $0.key.precedesInCBOR($1.key)
    }
    try pipe.send {
      $0.array(5)
      $0.text("opened")
      $0.text(picture.kind.rawValue)
      $0.integer(Int64(picture.width))
      $0.integer(Int64(picture.height))
      $0.map(times.count)
      for (name, text) in times {
        $0.text(name)
        $0.text(text)
      }
    }
  }

  private func store(
    _ picture: Picture, _ settings: PhotoRequest.Storing
  ) throws {
    let image = try picture.decoded(atMost: settings.edge)
    let thumbnail = try image.square(Self.thumbnailEdge)
    let looks = try PictureLooks(thumbnail)
    let file = try image.file(
      as: settings.format, quality: settings.quality, taken: settings.taken,
      offset: settings.offset)
    let small = try thumbnail.file(as: .jpeg, quality: Self.thumbnailQuality)
    try pipe.send {
      $0.array(8)
      $0.text("stored")
      $0.integer(Int64(image.width))
      $0.integer(Int64(image.height))
      $0.unsigned(looks.hash)
      $0.integer(Int64(looks.brightness))
      $0.integer(Int64(looks.sharpness))
      $0.byteString(file)
      $0.byteString(small)
    }
  }
}
