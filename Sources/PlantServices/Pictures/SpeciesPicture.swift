internal import Encodings
internal import JournalEvents

/// The origin of a picture, and whom to credit for it.
package struct PictureCredit: Hashable, Sendable {
  /// The address of the file.
  package var url: String
  /// The collection that it comes from, such as Wikimedia Commons.
  package var source: String
  /// The address of the picture's page; `nil` if it has none.
  package var page: String?
  /// The author, in one line; empty if the author is unknown and needs no
  /// credit.
  package var author: String
  /// The licence.
  package var licence: PictureLicence

  /// Creates a credit; `nil` if the author must be named and is unknown.
  init?(
    url: String, source: String, page: String?, author: String,
    _ licence: PictureLicence
  ) {
    let author = Self.line(author)
    guard !author.isEmpty || !licence.requiresAuthor else { return nil }
    self.url = url
    self.source = source
    self.page = page.flatMap(WebLink.init)?.text
    self.author = author
    self.licence = licence
  }

  /// The credit in words: "Ann / Wikimedia Commons, CC BY-SA 4.0".
  package var words: String {
    (author.isEmpty ? "" : "\(author) / ") + "\(source), \(licence.name)"
  }

  /// Returns a foreign text in one line of at most 200 characters.
  static func line(_ text: String) -> String {
    let words = text.split { character in
      character.isWhitespace
        || character.unicodeScalars.contains {
          $0.properties.generalCategory == .control
        }
    }
    return String(words.joined(separator: " ").prefix(200))
  }

  /// Returns the text of a piece of HTML, in one line.
  ///
  /// It is for people to read, and must be escaped before it becomes part of a
  /// page.
  static func text(ofHTML html: String) -> String {
    var text = ""
    var rest = html[...]
    while let first = rest.first {
      switch first {
      case "<":
        guard let end = rest.firstIndex(of: ">") else { return line(text) }
        rest = rest[rest.index(after: end)...]
        text += " "
      case "&":
        let name = rest.dropFirst().prefix(10).prefix { $0 != ";" }
        let end = rest.index(rest.startIndex, offsetBy: name.count + 1)
        if end < rest.endIndex, rest[end] == ";",
          let meant = character(named: String(name))
        {
          text.append(meant)
          rest = rest[rest.index(after: end)...]
        } else {
          text.append(rest.removeFirst())
        }
      default: text.append(rest.removeFirst())
      }
    }
    return line(text)
  }

  private static func character(named name: String) -> Character? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "nbsp": return " "
    default:
      guard name.hasPrefix("#") else { return nil }
      let digits = name.dropFirst()
      let number =
        digits.first == "x"
        ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return number.flatMap(Unicode.Scalar.init).map(Character.init)
    }
  }
}

/// A picture of a species that is kept on this machine.
package struct SpeciesPicture: Hashable, Sendable {
  /// The scientific name of the species.
  package var species: String
  /// The origin, and whom to credit.
  package var credit: PictureCredit
  /// The SHA-256 of the kept file, in hexadecimal digits.
  package var content: String
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int
  /// The seconds since 1970 when it was fetched.
  package var fetchedAt: Int

  /// The name of the kept file: the SHA-256 of the picture's address.
  package var name: String { AnswerCache.name(of: credit.url) }

  /// The path on a server, which changes with the file.
  package var path: String { "pictures/\(name)/\(content)" }

  /// Creates a picture.
  package init(
    species: String, credit: PictureCredit, content: String, width: Int,
    height: Int, fetchedAt: Int
  ) {
    self.species = species
    self.credit = credit
    self.content = content
    self.width = width
    self.height = height
    self.fetchedAt = fetchedAt
  }

  /// Reads a record; `nil` for anything else.
  init?(_ json: JSONValue, fetchedAt: Int) {
    guard let species = json.text("species"), let url = json.text("url"),
      let content = json.text("content"), BlobName(content) != nil,
      let source = json.text("source"),
      let licence = json.text("licence").flatMap({
        PictureLicence($0, url: json.text("licenceURL"))
      }),
      let width = json.whole("width"), let height = json.whole("height"),
      1...10_000 ~= width, 1...10_000 ~= height,
      let credit = PictureCredit(
        url: url, source: source, page: json.text("page"),
        author: json.text("author") ?? "", licence)
    else { return nil }
    self.init(
      species: species, credit: credit, content: content, width: width,
      height: height, fetchedAt: fetchedAt)
  }

  /// The record as JSON.
  var record: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("species", species)
      writer.member("url", credit.url)
      writer.member("content", content)
      writer.member("source", credit.source)
      writer.member("page", credit.page)
      writer.member("author", credit.author)
      writer.member("licence", credit.licence.name)
      writer.member("licenceURL", credit.licence.url)
      writer.member("width", width)
      writer.member("height", height)
    }
    return writer.bytes
  }
}
