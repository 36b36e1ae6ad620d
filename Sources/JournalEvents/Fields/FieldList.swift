package import Encodings

/// A body that folded state keeps: an array of its fields in the order of their
/// declaration, `null` for a missing one.
///
/// Without names it is read in a third of the time that an event's map takes.
/// Folded state is disposable, so a change of a body's fields is a new reducer
/// version.
package protocol FoldedBody {
  /// Reads the body, which is the next item.
  init(folded reader: inout CBORReader) throws(CBORError)
  /// Writes the body.
  func fold(to writer: inout CBORWriter)
}

extension FieldGroup {
  fileprivate init(list reader: inout CBORReader) throws(CBORError) {
    var fields = FieldListReader<Self>(reader)
    let count = try fields.reader.array()
    self = try Self(visiting: &fields)
    guard count == fields.count else {
      throw CBORError(.outOfRange, at: reader.offset)
    }
    reader = fields.reader
  }

  fileprivate func list(to writer: inout CBORWriter) {
    var fields = FieldListWriter(group: self, writer: CBORWriter())
    swap(&fields.writer, &writer)
    let head = fields.writer.bytes.count
    // The number of fields is added at the end; one byte says up to 23.
    fields.writer.array(0)
    _ = Self(visiting: &fields)
    fields.writer.bytes[head] |= fields.count
    swap(&fields.writer, &writer)
  }
}

extension PlantAdded: FoldedBody {
  package init(folded reader: inout CBORReader) throws(CBORError) {
    try self.init(list: &reader)
  }

  package func fold(to writer: inout CBORWriter) { list(to: &writer) }
}

extension PlantMerged: FoldedBody {
  package init(folded reader: inout CBORReader) throws(CBORError) {
    try self.init(list: &reader)
  }

  package func fold(to writer: inout CBORWriter) { list(to: &writer) }
}

extension PlantIdentified: FoldedBody {
  package init(folded reader: inout CBORReader) throws(CBORError) {
    try self.init(list: &reader)
  }

  package func fold(to writer: inout CBORWriter) { list(to: &writer) }
}

extension CareProfiled: FoldedBody {
  package init(folded reader: inout CBORReader) throws(CBORError) {
    try self.init(list: &reader)
  }

  package func fold(to writer: inout CBORWriter) { list(to: &writer) }
}

extension ScheduleSet: FoldedBody {
  package init(folded reader: inout CBORReader) throws(CBORError) {
    try self.init(list: &reader)
  }

  package func fold(to writer: inout CBORWriter) { list(to: &writer) }
}

private struct FieldListReader<Group>: FieldVisitor, ~Escapable {
  typealias Failure = CBORError

  var reader: CBORReader
  var count = 0

  @_lifetime(copy reader)
  init(_ reader: CBORReader) {
    self.reader = reader
  }

  mutating func visit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) throws(CBORError) -> FieldEdit<Codec.Value> {
    count += 1
    if !presence.isRequired, reader.readNull() { return .keep }
    guard let value = try codec.read(&reader) else {
      throw CBORError(.outOfRange, at: reader.offset)
    }
    return .set(value)
  }
}

private struct FieldListWriter<Group>: FieldVisitor {
  typealias Failure = Never

  let group: Group
  var writer: CBORWriter
  var count: UInt8 = 0

  mutating func visit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) -> FieldEdit<Codec.Value> {
    count += 1
    // A body declares as many fields whatever is in it, so no input leads here.
    precondition(count < 24, "one byte says up to 23 fields")
    let value = value(group)
    if case .set(let value) = value {
      codec.write(value, to: &writer)
    } else {
      writer.null()
    }
    return value
  }
}
