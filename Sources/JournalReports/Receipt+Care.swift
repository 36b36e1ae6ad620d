internal import Encodings
package import JournalActions
internal import JournalEvents
internal import JournalQueries
internal import TextKit

/// The care of several plants, or of several kinds, in one sentence.
struct CareSum {
  /// The plants, in the order of the request, each with its tasks.
  fileprivate var plants: [(name: PlantName, tasks: [String])] = []
  /// The kinds of care without a title.
  fileprivate var kinds: [TaskKind] = []
  fileprivate var count = 0
  fileprivate var hasTitles = false

  /// The verb: that of the kind, if there is only one.
  var verb: Verb {
    isOfVerbs ? .care(kinds) : Verb("do", "did")
  }

  /// A Boolean value that indicates whether the verbs of the kinds say it all.
  private var isOfVerbs: Bool {
    !hasTitles && kinds.allSatisfy(Verb.isKnown)
      && (kinds.count == 1 || plants.count == 1)
  }

  /// Returns the object of the verb: "3 plants", or "4 tasks of Spidey".
  func words(_ wording: Wording) -> String {
    let words =
      plants.count == 1
      ? wording.name(plants[0].name) : Phrase.count(plants.count, "plant")
    return isOfVerbs ? words : "\(Phrase.count(count, "task")) of \(words)"
  }

  /// Returns the plants, each with its tasks if they are not all the same.
  func lines(_ wording: Wording) -> [String] {
    plants.map { plant in
      let name = wording.name(plant.name)
      return isOfVerbs
        ? name : "\(name): \(plant.tasks.joined(by: ", "))"
    }
  }
}

extension Receipt {
  /// The care given to plants, in sum; `nil` if it is a single task or none, or
  /// if a task of the home is among it.
  var careSum: CareSum? {
    var sum = CareSum()
    for case .cared(let plant, let kind, _, let title, _) in changes {
      guard plant.id != .home else { return nil }
      let task = title.map(SafeText.shown) ?? kind.verb
      if let index = sum.plants.firstIndex(where: { $0.name == plant }) {
        sum.plants[index].tasks.append(task)
      } else {
        sum.plants.append((plant, [task]))
      }
      sum.count += 1
      if title != nil {
        sum.hasTitles = true
      } else if !sum.kinds.contains(kind) {
        sum.kinds.append(kind)
      }
    }
    return sum.count > 1 ? sum : nil
  }

  /// The plants of the changes that share their name with another of them.
  var namesakes: Set<PlantID> {
    var plants: [String: Set<PlantID>] = [:]
    for plant in changes.flatMap(\.plants) {
      plants[plant.displayName, default: []].insert(plant.id)
    }
    return plants.values.filter { $0.count > 1 }.reduce(into: []) {
      $0.formUnion($1)
    }
  }
}

extension Change {
  /// A Boolean value that indicates whether care was given.
  var isCare: Bool {
    if case .cared = self { true } else { false }
  }

  /// The plants that people may confuse.
  fileprivate var plants: [PlantName] {
    switch self {
    case .cared(let plant, _, _, _, _), .added(let plant, _): [plant]
    case .merged(let plant, let other, _), .copied(let plant, let other):
      [plant, other]
    default: []
    }
  }
}

extension Change {
  /// Returns the request for so many changes like this one; `nil` for changes
  /// that people do not make in numbers.
  fileprivate func request(for count: Int) -> String? {
    switch self {
    case .snoozed: "Snooze \(Phrase.count(count, "task"))"
    case .skipped: "Skip \(Phrase.count(count, "task"))"
    case .moved(_, let room):
      "Move \(Phrase.count(count, "plant")) to \(SafeText.shown(room))"
    case .edited: "Change \(Phrase.count(count, "plant"))"
    default: nil
    }
  }
}

/// A question before a write on a page.
package struct WriteQuestion {
  /// The question: "Water 11 plants?"
  package let title: String
  /// The effects, a line each.
  package let lines: [String]
  /// The words of the button that goes on.
  package let answer: String

  /// Creates the question about a rehearsal.
  ///
  /// - Parameters:
  ///   - receipt: The receipt of the rehearsal.
  ///   - report: Its report.
  ///   - wording: The wording of the interface.
  package init(
    about receipt: Receipt, _ report: WriteReport, _ wording: Wording
  ) {
    var wording = wording
    wording.namesakes = receipt.namesakes
    // A question has no need to say that it would be done.
    let lines = report.lines.map { line in
      line.hasPrefix("would ") ? String(line.dropFirst(6)) : line
    }
    if let sum = receipt.careSum {
      let text = sum.verb.request(sum.words(wording))
      let request = text.prefix(1).uppercased() + text.dropFirst()
      title = "\(request)?"
      answer = request
      self.lines =
        sum.lines(wording)
        + zip(report.lines, lines).filter { $0 == $1 }.map { $0.1 }
    } else {
      let count = receipt.changedCount
      let requests = Set(receipt.changes.map { $0.request(for: count) })
      let request = requests.count == 1 ? requests.first ?? nil : nil
      title = request.map { "\($0)?" } ?? "Change \(count) at once?"
      answer = request ?? "Change \(count)"
      self.lines = lines
    }
  }
}
