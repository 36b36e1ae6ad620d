public import Encodings

extension EventType {
  /// A line's fields with the names among them as new input may have them:
  /// see ``NewName``. What is no name, or no text where one must stand, is
  /// left as it is.
  ///
  /// - Throws: ``FieldError`` for a name of several lines.
  public func withNewNames(
    in members: [JSONValue.Member]
  ) throws(FieldError) -> [JSONValue.Member] {
    var result: [JSONValue.Member] = []
    for member in members {
      result.append(
        JSONValue.Member(member.name, try newValue(of: member)))
    }
    return result
  }

  private func newValue(
    of member: JSONValue.Member
  ) throws(FieldError) -> JSONValue {
    switch (field(member.name)?.form, member.value) {
    case (.name, .string(let text)), (.optionalName, .string(let text)):
      return .string(try Self.newName(text, in: member))
    case (.names, .array(let items)):
      var names: [JSONValue] = []
      for case .string(let text) in items {
        names.append(.string(try Self.newName(text, in: member)))
      }
      return names.count == items.count ? .array(names) : member.value
    default: return member.value
    }
  }

  private static func newName(
    _ text: String, in member: JSONValue.Member
  ) throws(FieldError) -> String {
    let name = NewName.trimmed(text)
    guard !NewName.isBroken(name) else {
      throw FieldError(member.name, "holds a line break or a tab")
    }
    return name
  }
}
