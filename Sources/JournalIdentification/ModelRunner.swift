internal import Encodings
internal import JournalPhotos
internal import POSIXKit
internal import ProgramPipes
internal import TextKit

/// Runs a network with `plantguide-identify`, a process in which a hostile file
/// can reach nothing else. It loads the network while this process goes on.
final class ModelRunner {
  /// The descriptor at which that program expects the network's file.
  private static let networkDescriptor: Int32 = 3
  /// The most seconds for loading and for a picture.
  private static let seconds: Int64 = 30

  private let program: SiblingProgram
  private let words: Words
  private var isReady = false
  /// The guards of the process that the system provides.
  private(set) var guards: PhotoStudio.Guards = []

  /// The words of the program on standard error, up to a bound.
  private final class Words {
    private var bytes: [UInt8] = []

    func add(_ more: [UInt8]) {
      bytes += more.prefix(max(0, 400 - bytes.count))
    }

    var text: String {
      SafeText.shown(
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
          .joined(separator: "; "))
    }
  }

  /// Starts the program on a network.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - network: The file of the network.
  /// - Throws: ``ModelFault``, or the system's refusal.
  init(program path: String, network: borrowing File) throws {
    guard FileSystem.isExecutable(path) else {
      throw ModelFault.noProgram(path)
    }
    let words = Words()
    self.words = words
    // It gets no variables, as those of this process may hold secrets.
    program = try SiblingProgram(
      startedFrom: path, variables: [:],
      files: [
        .init(own: network.descriptor, inChild: Self.networkDescriptor)
      ], said: words.add)
    var request = CBORWriter()
    request.array(1)
    request.text("start")
    do throws(SiblingProgram.Fault) {
      try program.send(request.bytes) { Deadline(seconds: Self.seconds) }
    } catch {
      throw ModelFault.useless(path, said: words.text)
    }
  }

  /// Returns the scores of a picture, as the network gives them.
  ///
  /// - Parameters:
  ///   - pixels: The pixels, as many as the network takes.
  ///   - input: The form of the network's pictures.
  /// - Returns: The scores, one for each label.
  /// - Throws: ``ModelFault``.
  func scores(of pixels: [UInt8], _ input: ModelCard.Input) throws -> [Double] {
    if !isReady {
      guards = try answer(for: "ready") { reader in
        PhotoStudio.Guards(rawValue: Int(clamping: try reader.unsigned()))
      }
      isReady = true
    }
    var request = CBORWriter(capacity: pixels.count + 128)
    request.array(8)
    request.text("run")
    request.unsigned(UInt64(input.width))
    request.unsigned(UInt64(input.height))
    request.bool(input.layout == .pixels)
    request.bool(input.colours == .blueFirst)
    for colours in [input.mean, input.deviation] {
      request.array(colours.count)
      for colour in colours { request.float(colour) }
    }
    request.byteString(pixels)
    let bytes = request.bytes
    try telling { () throws(SiblingProgram.Fault) in
      try program.send(bytes) { Deadline(seconds: Self.seconds) }
    }
    return try answer(for: "scores") { reader in
      var scores: [Double] = []
      for _ in 0..<(try reader.array()) { scores.append(try reader.float()) }
      return scores
    }
  }

  private func answer<R>(
    for word: String, _ read: (inout CBORReader) throws -> R
  ) throws -> R {
    let deadline = Deadline(seconds: Self.seconds)
    let answer = try telling { () throws(SiblingProgram.Fault) in
      try program.answer { deadline }
    }
    do {
      var reader = CBORReader(answer.span.bytes)
      _ = try reader.array()
      switch try reader.text() {
      case word: return try read(&reader)
      case "error": throw ModelFault(SafeText.shown(try reader.text()))
      default: throw ModelFault("its program sent an invalid answer")
      }
    } catch is CBORError {
      throw ModelFault("its program sent an invalid answer")
    }
  }

  private func telling<R>(
    _ body: () throws(SiblingProgram.Fault) -> R
  ) throws -> R {
    do throws(SiblingProgram.Fault) {
      return try body()
    } catch {
      guard error != .timedOut else {
        throw ModelFault("running it took too long")
      }
      let said = words.text
      throw ModelFault(
        "running it crashed the program"
          + (said.isEmpty ? "" : "; it said: \(said)"))
    }
  }
}
