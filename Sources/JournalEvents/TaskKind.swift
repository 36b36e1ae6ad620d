internal import Encodings

/// A kind of care: watering, fertilizing … or a custom kind.
public struct TaskKind: Hashable, Comparable, Sendable,
  CustomStringConvertible
{
  /// The name, as `[a-z][A-Za-z0-9-]{0,31}`.
  public let name: String

  /// Creates a kind; `nil` if the name has another form.
  public init?(_ name: String) {
    guard Self.isValid(name) else { return nil }
    self.name = name
  }

  private init(known name: StaticString) {
    self.name = name.description
  }

  /// Giving water.
  public static let watering = TaskKind(known: "watering")
  /// Feeding.
  public static let fertilizing = TaskKind(known: "fertilizing")
  /// Cutting back.
  public static let pruning = TaskKind(known: "pruning")
  /// Moving to fresh soil or a larger pot.
  public static let repotting = TaskKind(known: "repotting")
  /// Looking for pests and treating them.
  public static let pestControl = TaskKind(known: "pestControl")
  /// Turning another side to the light.
  public static let rotation = TaskKind(known: "rotation")
  /// Spraying water on the leaves.
  public static let misting = TaskKind(known: "misting")
  /// Wiping dust from the leaves.
  public static let cleaning = TaskKind(known: "cleaning")
  /// Taking a photo.
  public static let photo = TaskKind(known: "photo")
  /// The kind of a titled task that is not care. It is not a standard kind,
  /// because schedules never use it.
  public static let other = TaskKind(known: "other")

  /// The kinds that every journal knows, in display order.
  public static let standard: [TaskKind] = [
    watering, fertilizing, pruning, repotting, pestControl, rotation, misting,
    cleaning, photo,
  ]

  /// Creates a kind from the bytes of its name; `nil` if they have another
  /// form.
  package init?(utf8 bytes: RawSpan) {
    if let known = Self.byName[bytes] {
      self = known
    } else {
      guard let name = String(checking: bytes) else { return nil }
      self.init(name)
    }
  }

  private static let byName = NameTable(standard) { $0.name }

  private static func isValid(_ name: String) -> Bool {
    let units = name.utf8
    guard (1...32).contains(units.count), let first = units.first,
      (0x61...0x7a).contains(first)
    else { return false }
    return units.allSatisfy { unit in
      switch unit {
      case 0x61...0x7a, 0x41...0x5a, 0x30...0x39, 0x2d: true
      default: false
      }
    }
  }

  public static func < (left: TaskKind, right: TaskKind) -> Bool {
    left.name < right.name
  }

  public var description: String { name }
}
