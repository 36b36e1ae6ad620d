extension FieldForm {
  /// What a person would be told to write.
  var expectation: String {
    switch self {
    case .text, .optionalName, .plant, .room: "a text"
    case .names: "a list of texts"
    case .instant:
      "a date and time such as \"2026-03-08T18:20:00+01:00\""
    case .day: "a date such as \"2026-03-18\""
    case .time: "a time such as \"09:00\""
    case .id: "a UUID"
    case .hash: "64 hexadecimal digits"
    case .bool: "true or false"
    case .integer(let range) where range.upperBound == .max:
      "a whole number from \(range.lowerBound)"
    case .integer(let range):
      "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .fraction: "a number from 0 to 1"
    case .kind:
      "a kind of care such as \"watering\" or one of your own ([a-z][A-Za-z0-9-]{0,31})"
    case .choice(let choices): "one of " + choices.joined(separator: ", ")
    case .amount:
      "light, moderate, thorough, soak or an amount such as \"250ml\""
    case .months: "a list of months 1 to 12"
    case .seasons: "an object of days per season"
    case .setting: "a text, true, false, a whole number or null"
    case .object(let fields): "an object of \(fields.names)"
    case .objects(let fields): "a list of objects of \(fields.names)"
    }
  }
}

extension [PayloadField] {
  var names: String {
    map(\.name).joined(separator: ", ")
  }
}
