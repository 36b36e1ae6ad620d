internal import POSIXKit

extension TimeZoneRules {
  /// The names of the zones that the system's database lists, for proposing
  /// one where a name is wrong; empty where it has no list.
  ///
  /// Read from `tzdata.zi`, the database in the compact form of `zic(8)`: a
  /// line `Z NAME …` is a zone, `L TARGET NAME` another name of one.
  public static func listedIdentifiers() -> [String] {
    let folder = ProcessEnvironment["TZDIR"] ?? "/usr/share/zoneinfo"
    guard let bytes = try? File.contents(of: "\(folder)/tzdata.zi") else {
      return []
    }
    let source = String(decoding: bytes, as: UTF8.self)
    // The database lists names that no journal may have, such as "Factory".
    return identifiers(inCompactSource: source).filter { name in
      (try? check(name)) != nil
    }
  }

  static func identifiers(inCompactSource text: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ", maxSplits: 3)
      switch fields.first {
      case "Z": return fields.count > 1 ? String(fields[1]) : nil
      case "L": return fields.count > 2 ? String(fields[2]) : nil
      default: return nil
      }
    }
  }
}
