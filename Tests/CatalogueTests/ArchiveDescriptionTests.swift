import CatalogueKit
import Encodings
import JournalTestSupport
import Testing

/// Descriptions of Darwin Core archives, however broken.
struct ArchiveDescriptionTests {
  private static let meta = """
    <?xml version="1.0"?>
    <archive xmlns="http://rs.tdwg.org/dwc/text/">
      <core rowType="http://rs.tdwg.org/dwc/terms/Taxon"
            ignoreHeaderLines="1" fieldsTerminatedBy="\\t">
        <files><location>taxon.txt</location></files>
        <id index="0"/>
        <field index="1" term="http://rs.tdwg.org/dwc/terms/scientificName"/>
        <field default="Araceae" term="http://rs.tdwg.org/dwc/terms/family"/>
      </core>
      <extension rowType="http://rs.gbif.org/terms/1.0/VernacularName"
                 fieldsTerminatedBy="," fieldsEnclosedBy="&quot;">
        <files><location>names.csv</location></files>
        <coreid index="0"/>
        <field index="1" term="http://rs.tdwg.org/dwc/terms/vernacularName"/>
      </extension>
    </archive>
    """
  private static let taxa = Array("id\tname\n1\tHoya bella\n2\tAlocasia\n".utf8)
  private static let names = Array("1,\"Wax, plant\"\n".utf8)

  /// Reads the archive of a description; it must be read or refused.
  private static func read(_ meta: [UInt8]) throws -> Int {
    let description = try DarwinCoreDescription(meta)
    var reader = DarwinCoreTaxa()
    try reader.read(byteSource(of: taxa), description.taxa)
    if let layout = description.vernacularNames {
      try reader.readVernacularNames(byteSource(of: names), layout)
    }
    return reader.builder.count
  }

  @Test func aGoodOneIsRead() throws {
    #expect(try Self.read(Array(Self.meta.utf8)) == 1)
  }

  /// The description with something put in before its first field.
  private static func meta(with insertion: String) -> [UInt8] {
    let field = "<field index=\"1\""
    let parts = meta.split(separator: field, maxSplits: 1)
    return Array("\(parts[0])\(insertion)\(field)\(parts[1])".utf8)
  }

  @Test func aCommentedFieldIsNone() throws {
    let term = "http://rs.tdwg.org/dwc/terms/scientificName"
    let others = [
      "<!-- <field index=\"9\" term=\"\(term)Authorship\"/> -->",
      "<![CDATA[<field index=\"9\" term=\"\(term)Authorship\"/>]]>",
      "<?field index=\"9\" term=\"\(term)Authorship\"?>",
    ]
    for other in others {
      let description = try DarwinCoreDescription(Self.meta(with: other))
      #expect(
        try description == DarwinCoreDescription(Array(Self.meta.utf8)),
        "\(other)")
    }
  }

  @Test func namesAndTextAreReadAsXMLHasThem() throws {
    let meta = """
      <a:archive xmlns:a="http://rs.tdwg.org/dwc/text/">
        <a:core rowType='http://rs.tdwg.org/dwc/terms/Taxon'>
          <a:files><a:location> t&#x61;x<!-- -->on<![CDATA[&.]]>txt
          </a:location></a:files>
          <a:id index="0"/>
        </a:core>
      </a:archive>
      """
    let description = try DarwinCoreDescription(Array(meta.utf8))
    #expect(description.taxa.name == "taxon&.txt")
    let units = "\u{feff}\(meta)".utf16.flatMap { unit in
      [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
    }
    #expect(try DarwinCoreDescription(units) == description)
  }

  @Test(arguments: [
    // Entities that would grow to gigabytes, or read other files.
    "<!DOCTYPE a [<!ENTITY b \"\(String(repeating: "&c;", count: 9))\">]>",
    "<!DOCTYPE a [<!ENTITY b SYSTEM \"/etc/passwd\">]>",
    "<!DOCTYPE a SYSTEM \"a.dtd\">", "<!DOCTYPE a>",
  ])
  func aDocumentTypeIsRefused(declaration: String) {
    #expect(
      throws: CatalogueReadingError.badArchive(
        "its meta.xml defines a type of document of its own")
    ) {
      try Self.read(
        Array((declaration + Self.meta.dropFirst(21)).utf8))
    }
  }

  @Test func whatIsNoXMLIsRefusedWithItsPlace() {
    for (text, reason) in [
      ("<a>\n <b></a>", "mismatched tag, line 2, column 7"),
      ("<a>&b;</a>", "undefined entity, line 1, column 4"),
      ("", "no element found, line 1, column 1"),
      ("<a/><b/>", "junk after document element, line 1, column 5"),
    ] {
      #expect(
        throws: CatalogueReadingError.badArchive(
          "its meta.xml is no XML: \(reason)"), "\(text)"
      ) { try Self.read(Array(text.utf8)) }
    }
  }

  @Test func deepAndLongDocumentsAreRefused() {
    let deep = String(repeating: "<a>", count: 300_000)
    #expect(
      throws: CatalogueReadingError.badArchive(
        "its meta.xml has elements in too many others")
    ) { try Self.read(Array(deep.utf8)) }
    #expect(
      throws: CatalogueReadingError.badArchive(
        "its meta.xml is longer than 1 MiB")
    ) { try Self.read(Array(repeating: 0x20, count: 1 << 20 + 1)) }
  }

  @Test(
    arguments: ["index=\"0\"", "index=\"1\"", "ignoreHeaderLines=\"1\""],
    [
      "-1", "\(Int.min)", "\(Int.max)", "10000", "one", "",
      "99999999999999999999",
    ]
  )
  func aNumberThatNoFileHasIsRefused(attribute: String, number: String) {
    let name = attribute.prefix { $0 != "=" }
    let broken = Self.meta.split(separator: attribute)
      .joined(separator: "\(name)=\"\(number)\"")
    #expect(throws: CatalogueReadingError.self) {
      try Self.read(Array(broken.utf8))
    }
  }

  /// Attributes get other values, and bytes change places, at random.
  @Test(arguments: UInt64(1)...20)
  func noDescriptionTraps(seed: UInt64) {
    let values = [
      "-1", "0", "1", "9999", "\(Int.min)", "\(Int.max)", "", "\\t", "\\n",
      "&quot;", "&#0;", "&#x110000;", "é", "taxon", "\"",
    ]
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var parts = Self.meta.split(
        separator: "\"", omittingEmptySubsequences: false
      ).map(String.init)
      for _ in 0..<random.int(1...3) {
        let place = random.int(0...(parts.count / 2 - 1)) * 2 + 1
        parts[place] = values[random.int(0...(values.count - 1))]
      }
      var bytes = Array(parts.joined(separator: "\"").utf8)
      for _ in 0..<random.int(0...3) {
        bytes.swapAt(
          random.int(0...(bytes.count - 1)), random.int(0...(bytes.count - 1)))
      }
      _ = try? Self.read(bytes)
    }
  }
}
