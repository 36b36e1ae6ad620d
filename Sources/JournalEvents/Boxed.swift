/// A value that is kept out of line, so that what holds it stays small.
package indirect enum Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  case value(Value)

  package init(_ value: Value) {
    self = .value(value)
  }

  package var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}
