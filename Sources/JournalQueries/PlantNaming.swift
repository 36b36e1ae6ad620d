public import JournalCare
public import JournalEvents
public import JournalProjections
internal import SearchEngine

/// The rules by which a typed name is resolved.
public struct PlantNaming: Sendable, Hashable {
  /// The near spellings that may stand for the names that they resemble.
  public enum Agreement: Sendable, Hashable {
    /// Every near spelling: nothing is written, or the user agreed beforehand.
    case all
    /// The near spellings that the user agreed to when asked.
    case names(Set<String>)

    /// Returns whether `name` may stand for the name that it resembles.
    public func holds(for name: String) -> Bool {
      switch self {
      case .all: true
      case .names(let names): names.contains(name)
      }
    }
  }

  /// The precision that a name must have.
  public var precision: PlantResolver.Precision
  /// A Boolean value that indicates whether a name can mean a removed plant.
  public var includesRemoved: Bool
  /// A Boolean value that indicates whether removed plants come before present
  /// ones.
  public var prefersRemoved: Bool
  /// A Boolean value that indicates whether the id or a name of a merged plant
  /// means the plant that stands for it.
  public var followsMerges: Bool
  /// A Boolean value that indicates whether the beginning of a short id is
  /// enough.
  public var takesIDBeginnings: Bool
  /// The near spellings that are accepted.
  public var agreed: Agreement
  /// The field of a request that holds the name, for messages; `nil` if it is
  /// the request's subject.
  public var field: String?

  /// Creates rules for resolving names. By default, names of merged plants are
  /// followed unless removed plants can be meant.
  public init(
    _ precision: PlantResolver.Precision = .forgiving,
    includesRemoved: Bool = false, prefersRemoved: Bool = false,
    followsMerges: Bool? = nil, takesIDBeginnings: Bool = false,
    agreed: Agreement = .names([]), field: String? = nil
  ) {
    self.precision = precision
    self.includesRemoved = includesRemoved
    self.prefersRemoved = prefersRemoved
    self.followsMerges = followsMerges ?? !(includesRemoved || prefersRemoved)
    self.takesIDBeginnings = takesIDBeginnings
    self.agreed = agreed
    self.field = field
  }
}

extension Snapshot {
  /// Returns the plant that a name means.
  ///
  /// - Throws: ``PlantNameError`` if it does not name one plant.
  public func plant(
    named name: String, _ naming: PlantNaming = PlantNaming()
  ) throws -> PlantID {
    let resolver = PlantResolver(
      precision: naming.precision, includesRemoved: naming.includesRemoved,
      prefersRemoved: naming.prefersRemoved,
      followsMerges: naming.followsMerges,
      takesIDBeginnings: naming.takesIDBeginnings)
    switch try resolver.match(name, in: self) {
    case .plant(let id): return id
    case .near(let candidate):
      guard naming.agreed.holds(for: name) else {
        throw PlantNameError.near(
          name: name,
          candidate: NameCandidate(candidate.shortID, candidate.displayName))
      }
      return candidate.id
    case .ambiguous(let candidates):
      throw PlantNameError.ambiguous(
        name: name,
        candidates: candidates.map {
          NameCandidate($0.reference(besides: name), $0.displayName)
        },
        field: naming.field)
    case .notFound(let suggestions):
      if suggestions.isEmpty, rooms.named(name).count == 1 {
        throw PlantNameError.isRoom(name)
      }
      if naming.precision == .careful, name.foldedName == Self.wordForAll {
        throw PlantNameError.isAll
      }
      throw PlantNameError.notFound(
        name: name, suggestions: suggestions.map(\.displayName))
    }
  }

  /// Returns the plant that a name means, even if it is removed, and its state;
  /// empty at a moment before the plant was added.
  ///
  /// - Throws: ``PlantNameError`` if it does not name one plant.
  func anyPlant(
    named name: String, _ naming: PlantNaming
  ) throws -> (id: PlantID, state: PlantState) {
    var naming = naming
    naming.includesRemoved = true
    let id = try plant(named: name, naming)
    guard let state = try plant(id), state.profile != nil else {
      throw PlantNameError.notFound(name: name, suggestions: [])
    }
    return (id, state)
  }

  /// Returns the room that an id or a name means.
  ///
  /// - Throws: ``RoomNameError`` if it does not name one room.
  public func room(named name: String) throws -> RoomID {
    try rooms.room(named: name)
  }
}

extension RoomList {
  /// Returns the room with an id, a name, a short id or the start of a name. The
  /// short id or name of a merged room means the room that it is part of. With
  /// `exact` precision, neither a start nor another spelling is enough.
  ///
  /// - Throws: ``RoomNameError`` if it does not name one room.
  public func room(
    named name: String, _ precision: PlantResolver.Precision = .forgiving
  ) throws -> RoomID {
    if let room = RoomID(name).flatMap({ self[$0] }) { return room.id }
    let exact = named(name)
    if exact.count == 1 { return exact[0].id }
    if let room = named(shortID: name) { return room }
    let folded = name.foldedName
    let wholes = Set(
      all.filter {
        $0.name.foldedName == folded || ShortID.text(of: $0.id) == folded
      }.compactMap { self[$0.id]?.id })
    if exact.isEmpty, wholes.count == 1, let whole = wholes.first {
      return whole
    }
    let isExact = if case .exact = precision { true } else { false }
    let beginnings = rooms.filter {
      !isExact && !folded.isEmpty && $0.name.foldedName.hasPrefix(folded)
    }
    if exact.isEmpty, beginnings.count == 1 { return beginnings[0].id }
    if exact.isEmpty, beginnings.isEmpty, !isExact {
      let spelled = rooms.filter { $0.name.plainSpelling == name.plainSpelling }
      if spelled.count == 1 { return spelled[0].id }
    }
    let candidates = exact.isEmpty ? beginnings : exact
    guard candidates.isEmpty else {
      throw RoomNameError.ambiguous(
        name: name,
        candidates: candidates.map {
          NameCandidate(ShortID.text(of: $0.id), $0.name)
        })
    }
    throw RoomNameError.notFound(name: name, suggestions: names(near: name))
  }

  /// Returns the names of the rooms that hold the text `name`, or else those of
  /// which the whole or a word is nearest to it.
  private func names(near name: String) -> [String] {
    let folded = name.foldedName
    let most = 3
    let holding = rooms.filter {
      !folded.isEmpty && $0.name.foldedName.contains(folded)
    }
    guard holding.isEmpty else { return holding.prefix(most).map(\.name) }
    var named: [String: String] = [:]
    for room in rooms {
      let words = room.name.split { !$0.isLetter && !$0.isNumber }
      for text in words.map(String.init) + [room.name] {
        named[text] = room.name
      }
    }
    return Suggestion.nearest(to: name, among: named.keys)
      .compactMap { named[$0] }
  }

  private func named(shortID: String) -> RoomID? {
    let wanted = shortID.lowercased()
    let found = rooms.filter { ShortID.text(of: $0.id) == wanted }
    return found.count == 1 ? found[0].id : nil
  }
}

extension PlantMatch.Candidate {
  /// Returns a text that names the plant if `name` means several: the short id,
  /// or the whole id if `name` is the short id.
  fileprivate func reference(besides name: String) -> String {
    name.foldedName == shortID ? id.description : shortID
  }
}

/// A plant with its display name.
public struct PlantName: Sendable, Hashable {
  /// The plant.
  public let id: PlantID
  /// The display name.
  public let displayName: String

  /// Creates a name.
  public init(_ id: PlantID, _ displayName: String) {
    self.id = id
    self.displayName = displayName
  }
}

extension String {
  /// The name as typed without accents: "Küche" is "kuche" as well as "kueche".
  fileprivate var plainSpelling: String {
    var spelling = ""
    for letter in foldedName.plainLetters {
      if letter == "e", let vowel = spelling.last, "aou".contains(vowel) {
        continue
      }
      spelling.append(letter)
    }
    return spelling
  }
}
