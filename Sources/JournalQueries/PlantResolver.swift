internal import JournalCare
public import JournalEvents
public import JournalProjections
internal import SearchEngine

/// The meaning of a name that a person typed.
public enum PlantMatch: Sendable, Hashable {
  /// A plant that a name could mean.
  public struct Candidate: Sendable, Hashable, Comparable {
    /// The plant.
    public let id: PlantID
    /// The display name.
    public let displayName: String
    /// The plant's short id.
    public var shortID: String { ShortID.text(of: id) }

    public static func < (left: Candidate, right: Candidate) -> Bool {
      if left.displayName != right.displayName {
        return left.displayName.utf8.lexicographicallyPrecedes(
          right.displayName.utf8)
      }
      return left.id < right.id
    }
  }

  /// A single plant, by its name, its id, or a start or part of its name.
  case plant(PlantID)
  /// A single plant whose name differs by a typing error.
  case near(Candidate)
  /// Several plants.
  case ambiguous([Candidate])
  /// No plant; `suggestions` are plants whose names are less similar.
  case notFound(suggestions: [Candidate])
}

/// Finds the plant that a name means: an id, a nickname, a display name that
/// only one plant has, or a short id. For people, it also accepts the start or
/// a part of a name, or a name with a typing error, if only one plant fits.
/// Accents and ligatures need not be typed: "coeur" means "Cœur", and "kueche"
/// means "Küche".
public struct PlantResolver: Sendable {
  /// The precision that a name must have.
  public enum Precision: Sendable {
    /// Exact names: for input that programs write.
    case exact
    /// Also a start of at least three letters that starts a word of only one
    /// plant's names: for users who write. A part or a typing error is only
    /// near.
    case careful
    /// Also starts of any length and parts: for users who read.
    case forgiving
  }

  private let precision: Precision
  private let includesRemoved: Bool
  private let prefersRemoved: Bool
  private let followsMerges: Bool
  private let takesIDBeginnings: Bool

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - precision: The precision that a name must have.
  ///   - includesRemoved: A Boolean value that indicates whether removed plants
  ///     can be meant, for example to read their history.
  ///   - prefersRemoved: Prefers removed plants to present ones, for example to
  ///     bring one back. Present plants are then found by whole names only.
  ///   - followsMerges: Takes the id or a name of a merged plant for the plant
  ///     that stands for it; by default, unless removed plants can be meant.
  ///   - takesIDBeginnings: Accepts the beginning of a short id. A misplaced
  ///     amount or day can look like one, so commands that write do not.
  public init(
    precision: Precision = .forgiving,
    includesRemoved: Bool = false, prefersRemoved: Bool = false,
    followsMerges: Bool? = nil, takesIDBeginnings: Bool = false
  ) {
    self.precision = precision
    self.includesRemoved = includesRemoved
    self.prefersRemoved = prefersRemoved
    self.followsMerges = followsMerges ?? !(includesRemoved || prefersRemoved)
    self.takesIDBeginnings = takesIDBeginnings
  }

  /// Returns the meaning of `name`.
  ///
  /// - Complexity: O(log *n*) for an exact name, O(*n*) names for others.
  public func match(
    _ name: String, in snapshot: borrowing Snapshot
  ) throws -> PlantMatch {
    if let id = PlantID(name) {
      let plant = try snapshot.plant(id)
      guard plant?.profile != nil else { return .notFound(suggestions: []) }
      return .plant(followsMerges ? try snapshot.plant(showing: id) : id)
    }
    let folded = NameIndex.fold(name)
    guard !folded.isEmpty else { return .notFound(suggestions: []) }
    let exact = try snapshot.names(equalTo: folded)
    // Other plants are meant only by a whole, unique name.
    for wanted in [!prefersRemoved, prefersRemoved] {
      let entries = try exact.filter {
        try isStanding($0, in: snapshot) == wanted
      }
      if let match = try exactMatch(entries, in: snapshot) { return match }
    }
    switch precision {
    case .exact: return .notFound(suggestions: [])
    case .careful where try snapshot.isReserved(folded):
      return .notFound(suggestions: [])
    case .careful, .forgiving:
      return try inexactMatch(folded, in: snapshot)
    }
  }

  private func exactMatch(
    _ entries: [NameEntry], in snapshot: borrowing Snapshot
  ) throws -> PlantMatch? {
    // A nickname means its plant even if another plant has that display name;
    // but a nickname that looks like another plant's short id is ambiguous. A
    // name of a merged plant counts as before, unless another plant has got the
    // nickname since.
    for precedence in 0...2 {
      var found = entries.filter { $0.role.precedence == precedence }
      if found.contains(where: { $0.role == .nickname && !$0.isRemoved }) {
        found.removeAll { $0.role == .nickname && $0.isRemoved }
      }
      let plants = Set(found.map(\.plant))
      if let match = try match(plants, in: snapshot) { return match }
    }
    return nil
  }

  /// Returns whether an entry is of a present plant, or of one that is part of
  /// a present plant.
  private func isStanding(
    _ entry: NameEntry, in snapshot: borrowing Snapshot
  ) throws -> Bool {
    guard entry.isRemoved, !prefersRemoved else { return !entry.isRemoved }
    let root = try snapshot.merges.root(of: entry.plant)
    return try root != entry.plant && snapshot.plant(root)?.isPresent == true
  }

  private func match(
    _ plants: Set<PlantID>, in snapshot: borrowing Snapshot
  ) throws -> PlantMatch? {
    guard let first = plants.first else { return nil }
    let merges = try snapshot.merges
    // Without following, a merged plant is meant unless the one that stands for
    // it is, too.
    let meant = Set(
      plants.map { plant in
        let root = merges.root(of: plant)
        return followsMerges || plants.contains(root) ? root : plant
      })
    guard meant.count == 1, let plant = meant.first else {
      return .ambiguous(try candidates(meant, in: snapshot))
    }
    return .plant(
      plants.contains(plant) ? plant : try snapshot.plant(showing: first))
  }

  private func inexactMatch(
    _ folded: String, in snapshot: borrowing Snapshot
  ) throws -> PlantMatch {
    if precision == .careful {
      return try carefulMatch(folded, in: snapshot)
    }
    var beginnings: Set<PlantID> = []
    let allowsID =
      takesIDBeginnings && folded.utf8.count >= Self.shortestIDBeginning
    let roles = NameRole.allCases.filter { $0 != .shortID || allowsID }
    try snapshot.forEachName(
      withPrefix: folded, in: roles
    ) { entry in
      if isWanted(entry) { beginnings.insert(entry.plant) }
      return beginnings.count < Self.mostCandidates
    }
    if let match = try match(beginnings, in: snapshot) { return match }
    let found = try namesLike(folded, in: snapshot)
    if let match = try match(found.wholes, in: snapshot) { return match }
    let parts = found.wordBeginnings.union(found.parts)
    if let match = try match(parts, in: snapshot) { return match }
    return try nearMatch(found.near, in: snapshot)
  }

  private func carefulMatch(
    _ folded: String, in snapshot: borrowing Snapshot
  ) throws -> PlantMatch {
    let found = try namesLike(folded, in: snapshot)
    if let match = try match(found.wholes, in: snapshot) { return match }
    if Self.isTelling(folded),
      let match = try match(found.wordBeginnings, in: snapshot)
    {
      return match
    }
    let fragments = try candidates(
      found.wordBeginnings.union(found.parts), in: snapshot)
    if fragments.count == 1 { return .near(fragments[0]) }
    guard fragments.isEmpty else { return .ambiguous(fragments) }
    return try nearMatch(found.near, in: snapshot)
  }

  /// The plants with names like a given one, by similarity.
  private struct LikeNames {
    var wholes: Set<PlantID> = []
    var wordBeginnings: Set<PlantID> = []
    var parts: Set<PlantID> = []
    var near: NearNames
  }

  private func namesLike(
    _ folded: String, in snapshot: borrowing Snapshot
  ) throws -> LikeNames {
    let plain = folded.plainLetters
    // "kueche süd" has both ways of writing.
    let spelled = folded.spellingOutUmlauts?.plainLetters ?? plain
    let allowsParts =
      precision == .careful && !plain.isEmpty
      || plain.utf8.count >= Self.shortestPart
    var found = LikeNames(near: NearNames(to: folded))
    try snapshot.forEachName(
      withPrefix: "", in: [.nickname, .display, .other]
    ) { entry in
      let isWanted = isWanted(entry)
      guard try isWanted || isStanding(entry, in: snapshot) else {
        return true
      }
      let name = entry.folded.plainLetters
      let spelledName = entry.folded.spellingOutUmlauts?.plainLetters
      if name == plain || spelledName == spelled {
        found.wholes.insert(entry.plant)
      } else if !isWanted {
        // A merged plant is meant by whole names only.
        return true
      } else if allowsParts,
        let place = name.place(of: plain) ?? spelledName?.place(of: spelled)
      {
        if place == .wordStart {
          found.wordBeginnings.insert(entry.plant)
        } else if found.parts.count < Self.mostCandidates {
          found.parts.insert(entry.plant)
        }
      } else if found.parts.isEmpty {
        found.near.add(entry)
      }
      // For a user who writes, parts of names do not decide.
      let count = found.wordBeginnings.count
      return count + (precision == .careful ? 0 : found.parts.count)
        < Self.mostCandidates
    }
    return found
  }

  private func nearMatch(
    _ names: NearNames, in snapshot: borrowing Snapshot
  ) throws -> PlantMatch {
    let near = try candidates(names.meant, in: snapshot)
    if near.count == 1 { return .near(near[0]) }
    guard near.isEmpty else { return .ambiguous(near) }
    return .notFound(
      suggestions: try candidates(names.similar, in: snapshot))
  }

  /// Returns whether a word in lower case may be an id, or the start of a short
  /// id.
  static func mayBeID(_ word: String) -> Bool {
    let missing = ShortID.length - word.utf8.count
    guard missing >= 0 else { return PlantID(word) != nil }
    return word.utf8.count >= shortestIDBeginning
      && ShortID.isForm(of: word + String(repeating: "0", count: missing))
  }

  /// Returns whether a text is long enough to abbreviate a name.
  static func isTelling(_ folded: String) -> Bool {
    folded.count >= shortestPart
  }

  private static let mostCandidates = 10
  private static let shortestIDBeginning = 3
  /// Almost every name contains a given letter or two.
  private static let shortestPart = 3

  private func isWanted(_ entry: NameEntry) -> Bool {
    prefersRemoved
      ? entry.isRemoved : includesRemoved || !entry.isRemoved
  }

  private func candidates(
    _ plants: Set<PlantID>, in snapshot: borrowing Snapshot
  ) throws -> [PlantMatch.Candidate] {
    try plants.compactMap { id in
      try snapshot.plant(id).map {
        PlantMatch.Candidate(id: id, displayName: $0.displayName)
      }
    }.sorted()
  }
}

/// The position of a typed text in a name.
private enum PlaceInName {
  case wordStart
  case insideWord
}

extension String {
  /// Returns the best position of a text in the name; `nil` if it is not there.
  fileprivate func place(of substring: String) -> PlaceInName? {
    let wanted = Array(substring.utf8)
    var rest = utf8[...]
    var place: PlaceInName?
    while let first = wanted.first, let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: wanted) {
        guard self[..<start].last.map({ $0.isLetter || $0.isNumber }) == true
        else { return .wordStart }
        place = .insideWord
      }
      rest = rest.dropFirst()
    }
    return place
  }
}

extension NameRole {
  /// The order in which kinds of names are tried, from 0.
  fileprivate var precedence: Int {
    switch self {
    case .nickname, .shortID: 0
    case .display: 1
    case .other: 2
    }
  }
}
