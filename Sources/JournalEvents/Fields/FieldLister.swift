/// Lists the fields that a group declares.
struct FieldLister<Group: FieldGroup>: FieldVisitor {
  typealias Failure = Never

  private(set) var fields: [PayloadField] = []

  mutating func visit<Codec: FieldCodec>(
    _ name: StaticString, _ codec: Codec, _ presence: FieldPresence,
    _ value: (Group) -> FieldEdit<Codec.Value>
  ) -> FieldEdit<Codec.Value> {
    fields.append(
      PayloadField(
        name: name.description, form: codec.form,
        isRequired: presence.isRequired,
        isSupplied: presence.isSupplied, null: presence.null))
    return .set(codec.example)
  }
}

extension FieldLister {
  /// Returns the fields of `group`, in the order of the bytes.
  static func fields(of group: Group.Type) -> [PayloadField] {
    var lister = FieldLister()
    _ = Group(visiting: &lister)
    return lister.fields
  }

  /// Returns a group with a sample value in each field.
  static func example() -> Group {
    var lister = FieldLister()
    return Group(visiting: &lister)
  }
}

/// Lists the fields of a type's body.
private struct ListedFields: BodySource {
  var fields: [PayloadField] = []

  mutating func body<Body: FieldGroup>() -> Body {
    var lister = FieldLister<Body>()
    let body = Body(visiting: &lister)
    fields = lister.fields
    return body
  }
}

extension EventType {
  /// The fields of this type's payload, `at` and `note` first.
  public var fields: [PayloadField] { Self.table[self] ?? [] }

  /// Returns the field with this name, or `nil` if the type has none.
  public func field(_ name: String) -> PayloadField? {
    fields.first { $0.name == name }
  }

  private static let table: [EventType: [PayloadField]] = Dictionary(
    uniqueKeysWithValues: allCases.map { type in
      var source = ListedFields()
      _ = EventBody(type, from: &source)
      return (type, common + source.fields)
    })

  private static let common = [
    PayloadField(
      name: "at", form: .instant, isRequired: true, isSupplied: true,
      null: .nothing),
    PayloadField(
      name: "note", form: .note, isRequired: false, isSupplied: false,
      null: .absence),
  ]
}
