package import Encodings
package import ErrorKit
internal import JournalActions
package import JournalEvents
package import JournalExchange
package import JournalPhotos
package import JournalQueries
package import JournalTime
internal import TextKit

extension WriteReport {
  /// Creates a report of adding photo files.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - wording: The wording of the interface.
  ///   - isDryRun: Whether nothing was kept.
  package init(
    _ outcome: PhotoOutcome, _ wording: Wording, isDryRun: Bool
  ) {
    self.init(isDryRun: isDryRun)
    let isMany = outcome.batches.reduce(0) { $0 + $1.files.count } > 1
    func isNothing(_ notice: Notice) -> Bool {
      if case .nothingChanged = notice { true } else { false }
    }
    let isUnchanged =
      outcome.broughtBack.isEmpty
      && outcome.batches.allSatisfy {
        $0.receipt.notices.contains(where: isNothing)
      }
    for (number, batch) in outcome.batches.enumerated() {
      var receipt = batch.receipt
      // Said once for all.
      if !isUnchanged || number < outcome.batches.count - 1 {
        receipt.notices.removeAll(where: isNothing)
      }
      var part = WriteReport(receipt, wording)
      for (index, file) in batch.files.enumerated()
      where isMany || !receipt.isNew(index) {
        part.lines[index] += ", from \(SafeText.shown(file.path))"
      }
      add(part)
    }
    lines += outcome.broughtBack.map(\.words)
    for (file, hint) in outcome.hints {
      lines.append("note: \(SafeText.shown(file.path)) is \(hint.words)")
    }
    if let lack = outcome.lackOfGuards { lines.append("note: " + lack) }
  }
}

extension Receipt {
  /// Returns whether the photo at a place in the receipt is new.
  fileprivate func isNew(_ index: Int) -> Bool {
    guard case .photographed(_, let photo) = changes[index] else { return true }
    return photo.isNew
  }
}

extension PhotoOutcome.BroughtBack {
  fileprivate var words: String {
    switch self {
    case .photo(let photo):
      "brought back the file of photo \(photo.shortID), which was missing or damaged"
    case .original(let photo):
      "kept the file that photo \(photo.shortID) was made of"
    }
  }
}

extension TakenPhoto {
  /// The greatest time between a photo and the care that it shows.
  private static let mostMilliseconds: Int64 = 86_400_000

  /// Returns a note if the file's date is more than a day off; else `nil`.
  ///
  /// - Parameter today: The day that is today.
  /// - Returns: The line.
  package func lineOnTime(on today: Day) -> String? {
    guard let told, ![.fileTime, .added].contains(told.source),
      abs(told.at.instant.milliseconds - photo.at.instant.milliseconds)
        > Self.mostMilliseconds
    else { return nil }
    return
      "note: the photo was taken \(told.at.localDay.words(on: today)) (\(told.source.words)), and is dated \(photo.at.localDay.words(on: today)) as the care is"
  }
}

extension PhotoCadence {
  /// The frequency of photos, in words.
  package var words: String {
    switch self {
    case .weekly: "every week"
    case .biweekly: "every two weeks"
    case .monthly: "every month"
    case .off: "none"
    }
  }
}

extension TakenPhoto.Hint {
  fileprivate var words: String {
    switch self {
    case .dark: "very dark"
    case .bright: "very bright"
    case .blurred: "blurred"
    }
  }
}

extension PhotoDateSource {
  /// The source of a photo's time, in words.
  package var words: String {
    switch self {
    case .given: "as you said"
    case .original: "by the camera"
    case .digitized: "by the camera or scanner"
    case .xmp: "by the program that edited it"
    case .gps: "by satellite"
    case .fileName: "by the file's name"
    case .fileTime: "by the file's time"
    case .added: "when it was added; the file has no date"
    }
  }
}

extension PhotoView {
  /// Returns the time from the plant's arrival to the photo; `nil` if negative.
  package func age(since day: Day) -> String? {
    // A photo without a date has only the day on which it was added.
    guard dateSource != .added else { return nil }
    let days = day.distance(to: at.localDay)
    switch days {
    case ..<0: return nil
    case 0: return "the day it came"
    case ..<60: return "\(Phrase.count(days, "day")) after it came"
    case ..<730:
      return "\(Phrase.count(days * 12 / 365, "month")) after it came"
    default: return "\(Phrase.count(days / 365, "year")) after it came"
    }
  }
}

extension PhotoSweep.File {
  /// The removed file, and the reason why it is not needed.
  package var words: String {
    let what =
      switch kind {
      case .photo: "photo"
      case .original: "original"
      case .thumbnail: "thumbnail"
      case .backup: "photo of backups"
      }
    switch reason {
    case .removed: return "\(what), removed long ago"
    case .unnamed: return "\(what) that no event names"
    }
  }
}

extension JSONWriter {
  /// Writes the files that were removed because nothing needs them.
  package mutating func sweep(_ sweep: PhotoSweep, isDryRun: Bool) {
    object { writer in
      if isDryRun { writer.member("dryRun", true) }
      writer.member("bytes", sweep.byteCount)
      writer.member("parts", sweep.parts)
      writer.member("young", sweep.young)
      writer.objects("files", sweep.files) {
        $0.member("sha256", $1.name.description)
        $0.member("kind", $1.kind.rawValue)
        $0.member("reason", $1.reason.rawValue)
        $0.member("bytes", $1.byteCount)
      }
    }
  }

  /// Writes the outcome of exporting or importing photos.
  package mutating func exchanged(_ photos: ExchangedPhotos, isDryRun: Bool) {
    object { writer in
      if isDryRun { writer.member("dryRun", true) }
      writer.member("brought", photos.brought)
      writer.member("there", photos.there)
      writer.objects("refused", photos.refused) {
        $0.member("file", $1.file)
        $0.member("reason", $1.reason)
      }
    }
  }
}

/// An error that says that some photos were not transferred.
package struct PhotosLeft: DescribedError {
  private let refused: [ExchangedPhotos.Refusal]

  /// Creates the error from the refused photos.
  package init(refused: [ExchangedPhotos.Refusal]) { self.refused = refused }

  package var facts: ErrorFacts {
    ErrorFacts(
      .invalidInput,
      "\(Phrase.count(refused.count, "photo")) \(refused.count == 1 ? "was" : "were") left out",
      details: refused.map { "\($0.file): \($0.reason)" })
  }
}

extension PhotoInbox {
  /// Returns the line on a file left in place, with the reason.
  package static func line(
    onLeft path: String, _ reason: Reason, _ wording: Wording
  ) -> String {
    line(onLeft: path, reason.words(wording))
  }

  /// Returns the line on a file whose plant is unknown.
  package static func line(onLeft photo: Unnamed, on today: Day) -> String {
    line(
      onLeft: photo.path,
      "its plant is not known; taken \(photo.at.localDay.words(on: today))")
  }

  private static func line(onLeft path: String, _ reason: String) -> String {
    "left: \(SafeText.shown(path)): \(reason)"
  }
}

extension PhotoInbox.Reason {
  fileprivate func words(_ wording: Wording) -> String {
    switch self {
    case .addedBefore: "added before"
    case .erased: "it was erased; \(wording.remedy(.addErasedPhoto))"
    case .link: "links are not followed"
    case .otherKind:
      "a picture in another format; JPEG, PNG, WebP, HEIC and AVIF are accepted"
    case .noPhoto: "its name has no extension of a photo"
    }
  }
}
