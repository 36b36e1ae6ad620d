internal import Encodings

/// The members of a JSON object, read by name; errors name the place.
struct JSONFields {
  private let object: JSONValue
  private let place: String

  /// Parses a whole text.
  static func parse(_ text: RawSpan) throws(CatalogueReadingError) -> JSONValue
  {
    do {
      return try JSONReader.parse(text)
    } catch {
      throw .notJSON(error)
    }
  }

  init(_ object: JSONValue, _ place: String) {
    self.object = object
    self.place = place
  }

  func isMissing(_ name: String) -> Bool {
    object[name] == nil || object[name] == .null
  }

  func object(_ name: String) throws(CatalogueReadingError) -> JSONFields {
    guard let value = object[name], case .object = value else {
      throw wrong(name, "an object")
    }
    return JSONFields(value, "\(place).\(name)")
  }

  func text(_ name: String) throws(CatalogueReadingError) -> String {
    guard case .string(let text)? = object[name] else {
      throw wrong(name, "a text")
    }
    return text
  }

  /// A text; `nil` if the member is missing or null.
  func optionalText(
    _ name: String
  ) throws(CatalogueReadingError) -> String? {
    try isMissing(name) ? nil : text(name)
  }

  /// A list of texts; empty if the member is missing or null.
  func texts(_ name: String) throws(CatalogueReadingError) -> [String] {
    guard !isMissing(name) else { return [] }
    guard case .array(let items)? = object[name] else {
      throw wrong(name, "a list")
    }
    let texts = items.compactMap { item -> String? in
      guard case .string(let text) = item else { return nil }
      return text
    }
    guard texts.count == items.count else {
      throw wrong(name, "a list of strings")
    }
    return texts
  }

  func choice<Choice: RawRepresentable & CaseIterable>(
    _ name: String
  ) throws(CatalogueReadingError) -> Choice where Choice.RawValue == String {
    guard let choice = Choice(rawValue: try text(name)) else {
      let known = Choice.allCases.map(\.rawValue).joined(by: ", ")
      throw wrong(name, "one of \(known)")
    }
    return choice
  }

  func bool(_ name: String) throws(CatalogueReadingError) -> Bool {
    guard case .bool(let value)? = object[name] else {
      throw wrong(name, "true or false")
    }
    return value
  }

  func integer(
    _ name: String, in range: ClosedRange<Int>
  ) throws(CatalogueReadingError) -> Int {
    guard let value = object[name].flatMap(Self.integer), range ~= value else {
      throw wrong(name, "a whole number of \(range)")
    }
    return value
  }

  func integers(
    _ name: String, in range: ClosedRange<Int>
  ) throws(CatalogueReadingError) -> [Int] {
    guard case .array(let items)? = object[name] else {
      throw wrong(name, "a list")
    }
    let values = items.compactMap(Self.integer)
    guard values.count == items.count, values.allSatisfy({ range ~= $0 })
    else { throw wrong(name, "whole numbers of \(range)") }
    return values
  }

  /// The range from one member to another.
  func range(
    _ low: String, _ high: String, in range: ClosedRange<Int>
  ) throws(CatalogueReadingError) -> ClosedRange<Int> {
    let lower = try integer(low, in: range)
    let upper = try integer(high, in: range)
    guard lower <= upper else { throw wrong(high, "at least \(lower)") }
    return lower...upper
  }

  private static func integer(_ value: JSONValue) -> Int? {
    guard case .integer(let number) = value else { return nil }
    return Int(number)
  }

  /// The error for a member of the wrong form.
  func wrong(_ name: String, _ expected: String) -> CatalogueReadingError {
    .wrongShape(place: "\(place).\(name)", expected: expected)
  }
}
