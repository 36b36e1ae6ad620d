public import HTMLKit

/// The fields of a page's address, which its links change one by one.
public struct PageQuery: Sendable {
  /// The address without fields.
  public let path: PagePath
  private let fields: [(name: String, value: String)]

  /// Creates the fields of an address.
  public init(_ path: PagePath, _ fields: [(name: String, value: String)]) {
    self.path = path
    self.fields = fields
  }

  /// Returns the values of a field.
  func values(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// Returns the value of a field; `nil` if it is not given.
  subscript(name: String) -> String? { values(name).first }

  /// Returns a Boolean value that indicates whether a field has a value.
  func has(_ name: String, _ value: String) -> Bool {
    fields.contains { $0.name == name && $0.value == value }
  }

  /// The fields that are not among these.
  func without(_ names: Set<String>) -> [(name: String, value: String)] {
    fields.filter { !names.contains($0.name) }
  }

  /// Returns the address with a field that has only this value; `nil` for none.
  func setting(_ name: String, _ value: String?) -> PagePath {
    address(
      of: without([name]) + (value.map { [(name: name, value: $0)] } ?? []))
  }

  /// Returns the address with a value that is added, or removed if it is given.
  func toggling(_ name: String, _ value: String) -> PagePath {
    has(name, value)
      ? address(of: fields.filter { $0.name != name || $0.value != value })
      : address(of: fields + [(name: name, value: value)])
  }

  private func address(of fields: [(name: String, value: String)]) -> PagePath {
    fields.reduce(path) { $0.with($1.name, $1.value) }
  }
}
