internal import Glibc
internal import POSIXKit

extension TimeZoneRules {
  /// The IANA name of the system's zone.
  ///
  /// Sources in this order: the variable `TZ`, the file `/etc/timezone`, and
  /// the target of the link `/etc/localtime`. The first with the name of an
  /// installed zone counts; `UTC` if none has one.
  public static func systemIdentifier() -> String {
    systemIdentifier(
      variable: ProcessEnvironment["TZ"],
      file: (try? File.contents(of: "/etc/timezone")).map {
        String(decoding: $0, as: UTF8.self)
      },
      link: FileSystem.target(ofLink: "/etc/localtime"),
      isInstalled: { (try? TimeZoneRules(identifier: $0)) != nil })
  }

  /// The value of the variable `TZ` if ``systemIdentifier()`` ignores it
  /// because it names no installed zone.
  public static var variablePassedOver: String? {
    guard let text = ProcessEnvironment["TZ"], !text.isEmpty,
      (try? TimeZoneRules(identifier: nameInDatabase(text))) == nil
    else { return nil }
    return text
  }

  /// Chooses among the values of the three sources.
  static func systemIdentifier(
    variable: String?,
    file: String?,
    link: String?,
    isInstalled: (String) -> Bool
  ) -> String {
    // POSIX: a variable that is set but empty means UTC.
    if variable?.isEmpty == true { return utc.identifier }
    let firstLine = file?.prefix { !$0.isWhitespace }
    return [variable, firstLine.map(String.init), link]
      .compactMap { $0.map(nameInDatabase) }
      .first(where: isInstalled) ?? utc.identifier
  }

  /// Removes the path of the database and the `:` of POSIX from a zone's name:
  /// both `:Europe/Paris` and `/usr/share/zoneinfo/Europe/Paris` are common.
  private static func nameInDatabase(_ text: String) -> String {
    let text = text.hasPrefix(":") ? text.dropFirst() : text[...]
    let folders = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let database = folders.lastIndex(of: "zoneinfo") else {
      return String(text)
    }
    return folders[(database + 1)...].joined(separator: "/")
  }

  /// Refuses invalid names, above all paths out of the database.
  static func check(_ identifier: String) throws(TimeZoneError) {
    // Names that mean another zone on each machine would make replicas differ.
    guard identifier.utf8.count <= 128, !ambiguous.contains(identifier),
      isPath(identifier)
    else { throw .invalidName(identifier) }
  }

  /// Returns whether a text is words separated by slashes. No zone's name
  /// contains a dot, so there is no "..".
  private static func isPath(_ text: String) -> Bool {
    var length = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "/"), length > 0 {
        length = 0
      } else if isNameByte(byte) {
        length += 1
      } else {
        return false
      }
    }
    return length > 0
  }

  private static let ambiguous = ["localtime", "posixrules", "Factory"]

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"):
      true
    default:
      false
    }
  }

  /// The directory of the system's database.
  private static var database: String {
    ProcessEnvironment["TZDIR"] ?? "/usr/share/zoneinfo"
  }

  /// The bytes of the zone's file in the system's database.
  static func installedFile(
    of identifier: String
  ) throws(TimeZoneError) -> [UInt8] {
    try check(identifier)
    let path = "\(database)/\(identifier)"
    do throws(FileSystemError) {
      if let bytes = try File.contents(of: path) { return bytes }
    } catch  where ![ENOTDIR, EISDIR].contains(error.code) {
      throw .unreadable(identifier: identifier, path: path, errno: error.code)
    } catch {
      // A region such as "Europe" is a folder, not a zone.
    }
    throw .notFound(identifier: identifier, path: path)
  }

  /// The names of the zones that the system's database lists, for suggestions
  /// if a name is wrong; empty if there is no list.
  ///
  /// Read from `tzdata.zi`, the database in the compact form of `zic(8)`: a
  /// line `Z NAME …` is a zone, `L TARGET NAME` another name of one.
  public static func listedIdentifiers() -> [String] {
    guard let bytes = try? File.contents(of: "\(database)/tzdata.zi") else {
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
