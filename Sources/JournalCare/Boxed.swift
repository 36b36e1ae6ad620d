/// A value that is kept out of line, so that what holds it stays small.
indirect enum Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  case value(Value)

  init(_ value: Value) {
    self = .value(value)
  }

  var value: Value {
    switch self {
    case .value(let value): value
    }
  }
}
