/// What an edit does to one field.
public enum FieldEdit<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The field stays as it is.
  case keep
  /// The field has no value from now on.
  case clear
  /// The field gets this value.
  case set(Value)

  /// The field's value after the edit, where it was `old` before.
  public func applied(to old: Value?) -> Value? {
    switch self {
    case .keep: old
    case .clear: nil
    case .set(let value): value
    }
  }
}
