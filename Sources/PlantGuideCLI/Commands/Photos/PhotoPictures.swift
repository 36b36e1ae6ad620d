internal import Encodings
internal import JournalEvents
internal import JournalFormats
internal import JournalInput
internal import JournalPhotos
internal import JournalQueries
internal import JournalTime
internal import POSIXKit
internal import TerminalKit

/// The photos as pictures on the terminal.
struct PhotoPictures {
  private let sheet: PictureSheet
  private let pixels: PhotoPixels
  private let isSmall: Bool

  /// Lays out pictures for the terminal; `nil` if it shows none, or no program
  /// decodes them.
  ///
  /// - Parameters:
  ///   - context: The command's context.
  ///   - perBand: The number of pictures side by side; by default, as many
  ///     thumbnails as fit.
  /// - Throws: `UsageError` for an unknown way of showing pictures.
  init?(_ context: CommandContext, perBand: Int? = nil) throws {
    let choice =
      try context.arguments.contains(.pictures)
      ? context.arguments[.pictures] : nil
    let kind = PictureProtocol(context.process.standardOutput, choice: choice)
    guard kind != .none, !context.wantsJSON,
      choice != nil || FileSystem.isExecutable(CommandContext.photoProgram)
    else { return nil }
    if let name = kind.missingProgram(context.process.environment) {
      throw UsageError("'\(name)', which makes sixels, is not installed")
    }
    sheet = PictureSheet(
      for: context.terminal, as: kind,
      environment: context.process.environment, perBand: perBand,
      otherRows: perBand == 1 ? 12 : 4)
    pixels = PhotoPixels(
      of: context.journal, program: CommandContext.photoProgram)
    isSmall = perBand == nil
  }

  /// Prints photos side by side, each with lines under it, which may depend on
  /// whether the photo can be shown.
  func print(
    _ photos: [PhotoView], on output: inout Output,
    captions: (PhotoView, _ isShown: Bool) -> [Table.Cell]
  ) throws {
    for start in stride(from: 0, to: photos.count, by: sheet.perBand) {
      let band = photos[start..<min(start + sheet.perBand, photos.count)]
      try output.write(
        sheet.band(
          try band.map { photo in
            let picture = try picture(of: photo)
            let isShown = if case .missing = picture { false } else { true }
            return .init(
              picture, captions(photo, isShown).filter { !$0.text.isEmpty })
          }))
      if start + sheet.perBand < photos.count { try output.writeLine() }
    }
  }

  /// Prints a file that is not yet a photo of the journal, if pixels are shown.
  func print(fileAt path: String, on output: inout Output) throws {
    guard !sheet.takesFiles,
      let file = try? File.contents(of: path, atMost: PhotoStudio.mostBytes),
      let found = try pixels.pixels(of: file, within: sheet.pixels),
      let drawn = PictureSheet.Pixels(
        width: found.width, height: found.height, bytes: found.bytes)
    else { return }
    try output.write(sheet.band([.init(.pixels(drawn), [])]))
  }

  private func picture(
    of photo: PhotoView
  ) throws -> PictureSheet.Place.Picture {
    if sheet.takesFiles {
      guard let file = try pixels.file(of: photo, isSmall: isSmall) else {
        return .missing
      }
      return isSmall
        ? .file(file, width: 1, height: 1)
        : .file(file, width: photo.file.width, height: photo.file.height)
    }
    let found = try pixels.pixels(
      of: photo, isSmall: isSmall, within: sheet.pixels)
    let drawn = found.flatMap {
      PictureSheet.Pixels(width: $0.width, height: $0.height, bytes: $0.bytes)
    }
    return drawn.map { .pixels($0) } ?? .missing
  }
}
