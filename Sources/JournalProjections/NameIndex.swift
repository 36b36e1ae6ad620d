internal import Encodings
internal import JournalCare
public import JournalEvents
internal import JournalLog
public import LMDBKit

/// The role of a name in the index.
public enum NameRole: UInt8, Sendable, CaseIterable {
  /// The nickname.
  case nickname = 0x61
  /// The display name.
  case display = 0x62
  /// The short id.
  case shortID = 0x63
  /// A scientific or common name.
  case other = 0x64
}

/// A name of a plant.
public struct NameEntry: Sendable, Hashable {
  /// The name without case.
  public let folded: String
  /// The role of the name.
  public let role: NameRole
  /// The plant.
  public let plant: PlantID
  /// A Boolean value that indicates whether the plant left the collection.
  public let isRemoved: Bool
}

/// The plants by name, in any case: role ‖ folded name ‖ zero byte ‖ plant. And
/// the plants in order of their display names: `e` ‖ ``NameOrder/key`` ‖ zero
/// byte ‖ plant.
public struct NameIndex: Sendable {
  let database: Database

  // A key has at most 511 bytes. Longer names share a prefix and differ by
  // plant.
  private static let longestName = 300

  /// Returns `name` without differences of case and composition, for
  /// comparisons.
  public static func fold(_ name: String) -> String {
    var folded = name.foldedName
    // A zero byte terminates a name in a key.
    if folded.utf8.contains(0) {
      folded.unicodeScalars.removeAll { $0.value == 0 }
    }
    guard folded.utf8.count > longestName else { return folded }
    var cut = ""
    for character in folded {
      guard cut.utf8.count + character.utf8.count <= longestName else { break }
      cut.append(character)
    }
    return cut
  }

  /// Visits the entries of some roles whose folded name starts with `prefix`,
  /// role by role in the order of names, until `body` returns `false`.
  public func forEachEntry(
    withPrefix prefix: String, in roles: [NameRole] = NameRole.allCases,
    _ transaction: borrowing some Transaction,
    _ body: (NameEntry) throws -> Bool
  ) throws {
    var goesOn = true
    for role in roles where goesOn {
      try transaction.forEachEntry(
        of: database, withPrefix: [role.rawValue] + prefix.utf8
      ) { key, value in
        goesOn = try body(try Self.entry(key, value))
        return goesOn
      }
    }
  }

  private static let orderPrefix: UInt8 = 0x65

  /// Visits the plants in the order of their display names until `body` returns
  /// `false`.
  public func forEachInOrder(
    _ transaction: borrowing some Transaction, _ body: (PlantID) throws -> Bool
  ) throws {
    try transaction.forEachEntry(
      of: database, withPrefix: [Self.orderPrefix]
    ) { key, value in
      guard key.byteCount > 17 else { return false }
      try SealedValue.open(value, in: ProjectionDatabase.names) { _ in }
      let id = key.extracting(droppingFirst: key.byteCount - 16)
      return try PlantID(bytes: id).map(body) ?? false
    }
  }

  /// Returns the entries whose folded name equals `name`.
  public func entries(
    named name: String, in transaction: borrowing some Transaction
  ) throws -> [NameEntry] {
    var entries: [NameEntry] = []
    try forEachEntry(withPrefix: name + "\0", transaction) { entry in
      entries.append(entry)
      return true
    }
    return entries
  }

  func update(
    _ plant: PlantID, from before: PlantState, to after: PlantState,
    in store: FoldedStore
  ) throws {
    guard before.profile != after.profile || before.removal != after.removal
    else { return }
    let old = Self.keys(of: before, plant)
    let new = Self.keys(of: after, plant)
    let value = SealedValue.seal([after.removal == nil ? 0 : 1])
    try store.change(database) { place, digest in
      for key in old where !new.contains(key) {
        try place.delete(key, noting: &digest)
      }
      for key in new { try place.put(key, value, noting: &digest) }
    }
  }

  private static func keys(
    of plant: PlantState, _ id: PlantID
  ) -> [[UInt8]] {
    guard let profile = plant.profile else { return [] }
    // The keys are few and rarely equal, which does no harm.
    var keys = [
      key(plant.displayName, .display, id),
      key(ShortID.text(of: id), .shortID, id),
      key(profile.scientificName, .other, id),
      key(orderPrefix, NameOrder(plant.displayName).key, id),
    ]
    for name in profile.commonNames { keys.append(key(name, .other, id)) }
    if let nickname = profile.nickname {
      keys.append(key(nickname, .nickname, id))
    }
    return keys
  }

  private static func key(
    _ name: String, _ role: NameRole, _ plant: PlantID
  ) -> [UInt8] {
    key(role.rawValue, fold(name).utf8, plant)
  }

  private static func key(
    _ prefix: UInt8, _ name: some Collection<UInt8>, _ plant: PlantID
  ) -> [UInt8] {
    var key = [prefix] + name
    key.append(0)
    plant.append(to: &key)
    return key
  }

  private static func entry(
    _ key: RawSpan, _ value: RawSpan
  ) throws -> NameEntry {
    let nameEnd = key.byteCount - 17
    let flag = try SealedValue.open(value, in: ProjectionDatabase.names) {
      $0.byteCount == 1 ? $0.byte(at: 0) : .max
    }
    guard nameEnd >= 1, flag <= 1,
      let role = NameRole(rawValue: key.byte(at: 0)),
      let folded = String(checking: key.extracting(1..<nameEnd)),
      let plant = PlantID(bytes: key.extracting((nameEnd + 1)..<key.byteCount))
    else {
      throw StorageError.damagedValue(
        database: ProjectionDatabase.names, reason: "a key has no such form")
    }
    return NameEntry(
      folded: folded, role: role, plant: plant, isRemoved: flag == 1)
  }
}
