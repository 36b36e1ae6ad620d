internal import Encodings
internal import JournalActions
package import JournalEvents
package import JournalPhotos
package import JournalQueries
package import JournalTime
internal import TextKit

extension WriteReport {
  /// What came of taking files in.
  ///
  /// - Parameters:
  ///   - outcome: What came of it.
  ///   - wording: How the way in says what to do.
  ///   - isDryRun: Whether nothing of it was kept.
  package init(
    _ outcome: PhotoOutcome, _ wording: Wording, isDryRun: Bool
  ) {
    self.init(isDryRun: isDryRun)
    let isMany = outcome.batches.reduce(0) { $0 + $1.files.count } > 1
    func isNothing(_ notice: Notice) -> Bool {
      if case .nothingChanged = notice { true } else { false }
    }
    let isUnchanged = outcome.batches.allSatisfy {
      $0.receipt.notices.contains(where: isNothing)
    }
    for (number, batch) in outcome.batches.enumerated() {
      var receipt = batch.receipt
      // Said of all, once.
      if !isUnchanged || number < outcome.batches.count - 1 {
        receipt.notices.removeAll(where: isNothing)
      }
      var part = WriteReport(receipt, wording)
      for (index, file) in batch.files.enumerated() where isMany {
        part.lines[index] += ", from \(SafeText.shown(file.path))"
      }
      add(part)
    }
    for (file, hint) in outcome.hints {
      lines.append("note: \(SafeText.shown(file.path)) is \(hint.words)")
    }
  }
}

extension PhotoCadence {
  /// How often photos are taken.
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
  /// How it is known when a photo was taken.
  package var words: String {
    switch self {
    case .given: "as you said"
    case .original: "by the camera"
    case .digitized: "by the camera or scanner"
    case .xmp: "by the program that edited it"
    case .gps: "by satellite"
    case .fileName: "by the file's name"
    case .fileTime: "by the file's time"
    case .added: "when it was added; the file does not tell"
    }
  }
}

extension PhotoView {
  /// How long after it came a plant was taken; `nil` for before.
  package func age(since added: OffsetInstant) -> String? {
    let days = added.localDay.distance(to: at.localDay)
    switch days {
    case ..<0: return nil
    case 0: return "the day it was added"
    case ..<60: return "\(Phrase.count(days, "day")) after it was added"
    case ..<730:
      return "\(Phrase.count(days * 12 / 365, "month")) after it was added"
    default: return "\(Phrase.count(days / 365, "year")) after it was added"
    }
  }
}
