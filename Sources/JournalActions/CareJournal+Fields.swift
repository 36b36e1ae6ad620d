public import ErrorKit
public import JournalCare
internal import JournalEvents
internal import JournalProjections
public import JournalQueries

/// A field of plants that is named, or not wanted any more.
public struct FieldRequest: Sendable {
  /// What becomes of it.
  public enum Wish: Sendable {
    /// It is there, and its values are of that kind.
    case define(FactField)
    /// It is there no more, by its name.
    case remove(String)
  }

  /// What becomes of it.
  public var wish: Wish

  /// Creates a request.
  public init(_ wish: Wish) { self.wish = wish }
}

/// That there is no field of that name.
public struct FieldNotFound: DescribedError {
  let name: String

  public var facts: ErrorFacts {
    ErrorFacts(
      .nothingMatched, "there is no field '\(name)'", .listFields,
      outcome: .nothingWritten)
  }
}

extension CareJournal {
  /// Names a field of plants, changes what its values are, or takes it away.
  /// The values that plants have are not touched: they show again where the
  /// field comes back.
  ///
  /// - Returns: ``Change/fieldDefined(_:former:)`` or
  ///   ``Change/fieldRemoved(_:plants:)``; nothing where the field is so.
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
