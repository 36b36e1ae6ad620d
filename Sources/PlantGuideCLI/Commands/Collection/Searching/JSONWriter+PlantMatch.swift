internal import Encodings
internal import JournalEvents
internal import JournalQueries

extension JSONWriter {
  /// Which text of a plant matched what was searched for.
  mutating func match(_ row: ListRow) {
    guard let match = row.match else { return }
    object { writer in
      writer.member("plant") { $0.string(row.id.description) }
      writer.member("field") { $0.string("\(match.field)") }
      writer.member("text") { $0.string(match.text) }
      writer.member("level") { $0.string("\(match.level)") }
      writer.member("slips") { $0.integer(match.slips) }
      writer.ranges(match.marks)
    }
  }

  /// A member with what of a text matched: in bytes of its UTF-8, from one to
  /// before the other.
  mutating func ranges(_ marks: [Range<Int>]) {
    member("ranges") { writer in
      writer.array { writer in
        for range in marks {
          writer.array { writer in
            writer.integer(range.lowerBound)
            writer.integer(range.upperBound)
          }
        }
      }
    }
  }
}
