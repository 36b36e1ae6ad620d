internal import Glibc

/// Shows the progress of long work on a terminal: the amount done, the speed,
/// and the time left.
///
/// It shows nothing for work under half a second, or without a terminal, and
/// erases its line at the end.
package final class Progress {
  /// The output of the line and a monotonic clock in seconds.
  package struct Surroundings {
    let terminal: Terminal
    let clock: () -> Double
    let write: (String) -> Void

    /// Standard error and the system's clock.
    package static func system(_ terminal: Terminal) -> Surroundings {
      Surroundings(terminal: terminal) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
      } write: { text in
        var text = text
        // Losing a line of progress does no harm.
        text.withUTF8 {
          _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
        }
      }
    }
  }

  private let surroundings: Surroundings
  private let isQuiet: Bool
  private var task: Task?
  private var isShowing = false

  /// A piece of work.
  private struct Task {
    let name: String
    let unit: ProgressUnit
    let total: Int?
    let start: Double
    var next: Double
  }

  /// In seconds: the silence at the start, and the time between updates.
  private static let patience = 0.5
  private static let interval = 0.1

  package init(_ surroundings: Surroundings, isQuiet: Bool = false) {
    self.surroundings = surroundings
    self.isQuiet = isQuiet || !surroundings.terminal.isTerminal
  }

  deinit {
    end()
  }

  /// Begins a piece of work; the previous one has ended.
  ///
  /// - Parameters:
  ///   - name: The name of the work.
  ///   - unit: The unit in which it is counted.
  ///   - total: The total amount, if known.
  package func begin(_ name: String, _ unit: ProgressUnit, of total: Int? = nil)
  {
    end()
    guard !isQuiet else { return }
    let now = surroundings.clock()
    task = Task(
      name: name, unit: unit, total: total, start: now,
      next: now + Self.patience)
  }

  /// Reports how much of the work is done.
  package func advance(to done: Int) {
    guard let task else { return }
    let now = surroundings.clock()
    guard now >= task.next else { return }
    self.task?.next = now + Self.interval
    isShowing = true
    let line = TextWidth.truncated(
      Self.text(of: task, done, after: now - task.start),
      to: surroundings.terminal.width - 1)
    surroundings.write("\r\u{1B}[K\(line)")
  }

  /// Ends the work and erases its line.
  package func end() {
    task = nil
    guard isShowing else { return }
    isShowing = false
    surroundings.write("\r\u{1B}[K")
  }

  private static func text(
    of task: Task, _ done: Int, after seconds: Double
  ) -> String {
    let rate = seconds > 0 ? Double(done) / seconds : 0
    var text = "\(task.name): \(task.unit.text(of: done, task.total))"
    if let total = task.total, total > 0 {
      text += " (\(min(done * 100 / total, 100)) %)"
    }
    text += ", \(task.unit.number(Int(rate)))/s"
    if let total = task.total, rate > 0, total > done {
      text += ", \(duration(Double(total - done) / rate)) left"
    }
    return text
  }

  private static func duration(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 359_999))
    guard seconds >= 60 else { return "\(seconds) s" }
    guard seconds >= 3_600 else {
      return "\(seconds / 60) min \(seconds % 60) s"
    }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }
}

/// The unit in which a piece of work is counted.
package enum ProgressUnit: Sendable {
  case bytes
  /// Things, by their plural noun.
  case things(String)

  /// Returns the amount done: "1.0 MiB", "1,000 of 3,000 events".
  package func text(of done: Int, _ total: Int?) -> String {
    let share = total.map { " of \(number($0))" } ?? ""
    return number(done) + share + noun
  }

  /// Returns an amount without its noun.
  package func number(_ count: Int) -> String {
    guard case .bytes = self else { return Self.grouped(count) }
    guard count >= 1 << 20 else { return "\(count >> 10) KiB" }
    let tenths = ((count >> 10) * 10) >> 10
    return "\(tenths / 10).\(tenths % 10) MiB"
  }

  private var noun: String {
    switch self {
    case .bytes: ""
    case .things(let name): " \(name)"
    }
  }

  /// Returns digits in groups of three.
  private static func grouped(_ count: Int) -> String {
    let digits = Array(String(count))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
