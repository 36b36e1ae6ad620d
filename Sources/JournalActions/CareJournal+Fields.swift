public import ErrorKit
public import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries

/// A request to define or remove a custom field.
public struct FieldRequest: Sendable {
  /// A change of a custom field.
  public enum Wish: Sendable {
    /// Defines a field, or changes the kind of its values.
    case define(FactField)
    /// Removes the field with this name.
    case remove(String)
  }

  /// The change.
  public var wish: Wish

  /// Creates a request.
  public init(_ wish: Wish) { self.wish = wish }
}

/// An error for a name that no field has.
public struct FieldNotFound: DescribedError {
  let name: String

  public var facts: ErrorFacts {
    ErrorFacts(
      .nothingMatched, "there is no field '\(name)'", .listFields,
      outcome: .nothingWritten)
  }
}

extension CareJournal {
  /// Defines, changes or removes a custom field. Plants keep their values of a
  /// removed field, which show again if the field comes back.
  ///
  /// - Returns: ``Change/fieldDefined(_:former:)`` or
  ///   ``Change/fieldRemoved(_:plants:)``; or ``Notice/nothingChanged``.
  /// - Throws: ``FieldNotFound``.
  public func changeFields(
    _ request: FieldRequest, _ mode: ActionMode = .commit
  ) throws -> Receipt {
    try act(mode) { session, receipt in
      let at = try Moment.now.value(by: session.clock)
      switch request.wish {
      case .define(let field):
        let former = session.settings.field(field.name)
        guard former != field else {
          return receipt.notices.append(.nothingChanged)
        }
        try session.action {
          try $0.changeSetting(field.key, to: field.value, at: at)
        }
        receipt.changes = [.fieldDefined(field, former: former)]
      case .remove(let name):
        guard let field = session.settings.field(name) else {
          throw FieldNotFound(name: name)
        }
        let count = try session.snapshot().plantCount(having: field)
        try session.action {
          try $0.changeSetting(field.key, to: .null, at: at)
        }
        receipt.changes = [.fieldRemoved(field, plants: count)]
      }
    }
  }
}
