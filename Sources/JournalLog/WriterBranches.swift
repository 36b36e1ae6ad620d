public import JournalEvents
internal import JournalTime

/// The points at which the branches of one writer's chain part.
///
/// A chain that never forked is one branch. If an event has several successors,
/// one continues the branch and each other one begins its own.
public struct WriterBranches: Sendable {
  private struct Branch {
    /// The branch that this one leaves; `nil` if it begins a chain.
    let parent: Int?
    /// The sequence of the last event that both share; 0 for none.
    let fork: UInt64
  }

  private struct Place: Hashable {
    let sequence: UInt64
    let hashPrefix: UInt64
  }

  /// The branches, each after the one that it leaves; none for a chain that
  /// never forked.
  private var branches: [Branch] = []
  /// The branches of events that share their sequence with others.
  private var branchesByPlace: [Place: Int] = [:]
  /// The branches of other events, each with its first sequence.
  private var stretches: [(first: UInt64, branch: Int)] = []

  /// Creates the branches of a chain that never forked.
  init() {}

  /// The number of entries, as a measure of their memory.
  var placeCount: Int {
    branches.count + branchesByPlace.count + stretches.count
  }

  /// The branch of an event, which must be stored. Its number is above that of
  /// the branch that it leaves.
  public func branch(of event: EventReference) -> Int {
    guard !branches.isEmpty else { return 0 }
    let place = Place(sequence: event.sequence, hashPrefix: event.hashPrefix)
    if let branch = branchesByPlace[place] { return branch }
    let next = stretches.sortedIndex(after: { $0.first <= event.sequence })
    return next > 0 ? stretches[next - 1].branch : 0
  }

  /// The branch that a branch leaves, and the sequence of the last event that
  /// both share; `nil` if it begins a chain.
  public func origin(of branch: Int) -> (branch: Int, sequence: UInt64)? {
    guard !branches.isEmpty, let parent = branches[branch].parent else {
      return nil
    }
    return (parent, branches[branch].fork)
  }

  /// The branches on the way from a sequence to an event, and the last sequence
  /// on each, in reverse order.
  func path(
    from sequence: UInt64, to event: EventReference
  ) -> [(branch: Int, last: UInt64)] {
    var branch = branch(of: event)
    var path = [(branch, event.sequence)]
    while let origin = origin(of: branch), origin.sequence >= sequence {
      branch = origin.branch
      path.append((branch, origin.sequence))
    }
    return path
  }

  /// The sequence of the last event that the chains to both events share; 0 for
  /// none. Both must be stored.
  ///
  /// - Complexity: O(log *b* + *d*), for *b* branches of which *d* lie between.
  public func sharedSequence(
    of one: EventReference, _ other: EventReference
  ) -> UInt64 {
    var one = (branch: branch(of: one), sequence: one.sequence)
    var other = (branch: branch(of: other), sequence: other.sequence)
    while one.branch != other.branch {
      if one.branch < other.branch { swap(&one, &other) }
      guard let origin = origin(of: one.branch) else { return 0 }
      one = (origin.branch, min(one.sequence, origin.sequence))
    }
    return min(one.sequence, other.sequence)
  }
}

extension WriterBranches {
  /// Finds branches among a writer's events, given in the order of their keys.
  struct Finder {
    private(set) var found = WriterBranches()
    private(set) var sequence: UInt64 = 0
    /// The branches of the events of this sequence, and those of the previous
    /// sequence with whether they went on, by the first bytes of their hashes.
    private var group: [UInt64: Int] = [:]
    private var before: [UInt64: (branch: Int, hasGoneOn: Bool)] = [:]

    /// Notes an event; returns whether the event that it follows was there.
    mutating func add(_ event: EventReference, after previous: UInt64) -> Bool {
      if event.sequence != sequence {
        guard event.sequence == sequence + 1 else { return false }
        finish()
      }
      if sequence == 1 {
        group[event.hashPrefix] = newBranch(leaving: nil)
        return true
      }
      guard let parent = before[previous] else { return false }
      before[previous]?.hasGoneOn = true
      group[event.hashPrefix] =
        parent.hasGoneOn ? newBranch(leaving: parent.branch) : parent.branch
      return true
    }

    /// Ends a sequence.
    mutating func finish() {
      if group.count == 1, let branch = group.values.first {
        if found.stretches.last?.branch != branch {
          found.stretches.append((sequence, branch))
        }
      } else {
        for (hashPrefix, branch) in group {
          let place = Place(sequence: sequence, hashPrefix: hashPrefix)
          found.branchesByPlace[place] = branch
        }
      }
      before = group.mapValues { ($0, false) }
      group = [:]
      sequence += 1
    }

    private mutating func newBranch(leaving parent: Int?) -> Int {
      found.branches.append(Branch(parent: parent, fork: sequence - 1))
      return found.branches.count - 1
    }
  }
}
