import Encodings
import JournalEvents
import JournalTestSupport
import JournalTime
import Testing

@testable import JournalExchange

/// Tests of the form of values in cells.
@Suite struct CellTests {
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("+49", "'+49"), ("-x", "'-x"), ("@me", "'@me"),
    ("'=x", "''=x"), ("\t=x", "'\t=x"), ("＝x", "'＝x"),
    ("a=b", "a=b"), ("'tis", "'tis"), ("", ""),
  ])
  func formulasAreGuarded(text: String, cell: String) {
    #expect(FormulaGuard.guarded(text) == cell)
    #expect(FormulaGuard.unguarded(cell) == text)
  }

  @Test(arguments: [
    (["a", "b c"], "a; b c"), (["a;b", "c,d"], "a\\;b; c\\,d"),
    ([" a "], "\\ a\\ "), (["\\"], "\\\\"), ([], ""),
  ])
  func listsAreWritten(items: [String], cell: String) {
    #expect(ListCell.text(of: items) == cell)
    #expect(ListCell.items(in: cell) == items)
  }

  @Test(arguments: [
    ("alle 10 Tage", 10), ("Wöchentlich", 7), ("alle 2 Wochen", 14),
    ("alle zwei Wochen", 14), ("monatlich", 30), ("täglich", 1),
    ("jede Woche", 7), ("jeden zweiten Tag", 2), ("3 Monate", 90),
    ("every 2 weeks", 14), ("5", 5),
  ])
  func spansAreReadInGermanToo(text: String, days: Int) throws {
    var reader = try CSVReader(byteSource(of: Array(text.utf8)))
    let record = try #require(try reader.next())
    #expect(try Cell(record.fields[0]).interval() == days)
  }

  private func cell(_ text: String) throws -> Cell {
    var reader = try CSVReader(byteSource(of: Array("\"\(text)\"".utf8)))
    return Cell(try #require(try reader.next()).fields[0])
  }

  @Test(arguments: [
    ("Gießen", TaskKind.watering), ("giessen", .watering),
    ("Düngen", .fertilizing), ("Umtopfen", .repotting), ("Drehen", .rotation),
    ("Besprühen", .misting), ("Reinigen", .cleaning), ("Watered", .watering),
    ("Schädlinge", .pestControl), ("watering", .watering),
  ])
  func kindsAreReadAsPeopleCallThem(text: String, kind: TaskKind) throws {
    #expect(try cell(text).kind() == kind)
  }

  @Test func wordsOfChoicesAreReadInGermanToo() throws {
    for text in ["ja", "Ja", "J", "wahr"] { #expect(try cell(text).bool()) }
    for text in ["nein", "FALSCH"] { #expect(try !cell(text).bool()) }
    let places: [(String, GrowingLocation)] = [
      ("Drinnen", .indoor), ("draußen", .outdoor), ("Balkon", .balcony),
      ("Gewächshaus", .greenhouse), ("Indoor", .indoor),
    ]
    for (text, place) in places {
      #expect(try cell(text).choice(of: GrowingLocation.self) == place)
    }
    #expect(try cell("verschenkt").choice(of: RemovalReason.self) == .givenAway)
    #expect(try cell("organisch").choice(of: FertilizerType.self) == .organic)
    #expect(throws: CellError.self) { try cell("vielleicht").bool() }
  }

  @Test(arguments: [
    ("gründlich", "thorough"), ("Wenig", "light"), ("0,5 l", "500ml"),
    ("250 ml", "250ml"), ("250ml", "250ml"), ("1.5l", "1500ml"),
  ])
  func amountsAreReadAsPeopleWriteThem(text: String, amount: String) throws {
    #expect(try cell(text).amount() == amount)
  }

  @Test(arguments: ["1,500 ml", "1,5,0l", ",5l", "viel", "-5ml"])
  func whatCouldBeSeveralAmountsIsNone(text: String) {
    #expect(throws: CellError.self) { try cell(text).amount() }
  }

  @Test func listsOfOthersAreRead() {
    #expect(ListCell.items(in: "a,b ;c;; d\\") == ["a", "b", "c", "d\\"])
  }

  @Test func aNoteOfOthersIsOneNote() {
    let text = "Likes light; not sun, never.\n\nRepotted\r\n- twice"
    #expect(NotesCell.notes(in: text) == [text])
  }

  @Test func notesArePartedByALine() {
    #expect(NotesCell.text(of: ["a\nb", "c"]) == "a\nb\n---\nc")
    #expect(NotesCell.text(of: ["---"]) == "\\---")
    #expect(NotesCell.notes(in: "a\r\n---\r\nb") == ["a\r", "b"])
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func everyTextSurvives(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let names = (0..<generator.int(0...4)).map { _ in generator.cellName() }
    let list = FormulaGuard.guarded(ListCell.text(of: names))
    #expect(
      ListCell.items(in: FormulaGuard.unguarded(list)).map(\.bytes)
        == names.map(\.bytes), "seed \(seed)")
    let notes = FormulaGuard.guarded(NotesCell.text(of: names))
    #expect(
      NotesCell.notes(in: FormulaGuard.unguarded(notes)).map(\.bytes)
        == names.map(\.bytes), "seed \(seed)")
  }

  @Test(arguments: [
    ("2026-03-08 18:20:05", "2026-03-08T18:20:05+01:00"),
    ("2026-07-08T18:20", "2026-07-08T18:20:00+02:00"),
    ("2026-03-08", "2026-03-08T12:00:00+01:00"),
    ("2026-03-08 18:20:05.123456", "2026-03-08T18:20:05+01:00"),
  ])
  func timesWithoutAnOffsetAreLocal(text: String, instant: String) throws {
    let zone = try TimeZoneRules(identifier: "Europe/Paris")
    #expect(
      LocalTimestamp.instant(text, in: zone)?.description == instant)
  }

  @Test(arguments: [
    "2026-02-30", "08.03.2026", "2026-03-08 25:00", "2026-03-08x18:20",
    "2026-03-08 18:20:99", "", "2026-03-08 18:20 ",
  ])
  func otherTimesAreNone(text: String) {
    #expect(LocalTimestamp.instant(text, in: .utc) == nil)
  }
}
