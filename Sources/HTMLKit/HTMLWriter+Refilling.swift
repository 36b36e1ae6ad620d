/// The contents of a form that was refused, as somebody typed them.
public struct TypedForm: Sendable {
  /// The fields as they were sent, in their order.
  public let fields: [(name: String, value: String)]
  /// The name of the field that is wrong; `nil` if none is known.
  public let wrongField: String?
  /// The reason of the refusal.
  public let fault: String

  /// Creates the contents of a form.
  public init(
    _ fields: [(name: String, value: String)], wrongField: String?,
    fault: String
  ) {
    self.fields = fields
    self.wrongField = wrongField
    self.fault = fault
  }
}

extension HTMLWriter {
  /// The state of a form that is filled in again.
  struct Refilling: Sendable {
    let typed: TypedForm
    let reason: HTMLID
    /// The fields that no control has shown yet.
    var left: [(name: String, value: String)]
    /// The number of controls that show what was typed.
    var count = 0
    /// The value that was chosen in the present list; `nil` for no such list.
    var choice: String?

    init(_ typed: TypedForm, reason: HTMLID) {
      self.typed = typed
      self.reason = reason
      left = typed.fields
    }
  }

  /// Writes the controls of a form so that they hold what was typed, below the
  /// reason why it was refused. If no control has one of the fields, it is
  /// another form: it is written as it is, without the reason.
  ///
  /// What can be unfolded around such a control is unfolded.
  ///
  /// - Parameters:
  ///   - form: The contents.
  ///   - reason: The id of the reason, which describes the wrong control.
  ///   - writeReason: Writes the reason.
  ///   - content: Writes the controls. It may be called twice.
  public mutating func refilled(
    with form: TypedForm, reason: HTMLID,
    writeReason: (inout HTMLWriter) -> Void,
    content: (inout HTMLWriter) -> Void
  ) {
    let (start, shown) = (bytes.count, shownCount)
    refilling = Refilling(form, reason: reason)
    content(&self)
    let count = refilling?.count ?? 0
    refilling = nil
    guard count > 0 else {
      bytes.removeSubrange(start...)
      shownCount = shown
      return content(&self)
    }
    isRefilled = true
    shownCount += 1
    var writer = HTMLWriter()
    writeReason(&writer)
    bytes.insert(contentsOf: writer.bytes, at: start)
  }

  /// Returns what is wrong with the control that was just written; `nil` if it
  /// is not the wrong one. Asking again gets `nil`.
  public mutating func takeFault() -> String? {
    defer { hasWrongControl = false }
    return hasWrongControl ? refilling?.typed.fault : nil
  }

  // MARK: Controls

  /// Takes the next typed value of a field out.
  private mutating func takeTyped(_ name: String?) -> String? {
    guard let place = refilling?.left.firstIndex(where: { $0.name == name }),
      let value = refilling?.left.remove(at: place).value
    else { return nil }
    if !value.isEmpty { shownCount += 1 }
    refilling?.count += 1
    return value
  }

  /// Returns the attributes that say that a control is wrong, if it is. Without a
  /// wrong control, the first one gets the focus.
  private mutating func marks(
    of name: String?, _ attributes: [HTMLAttribute]
  ) -> [HTMLAttribute] {
    guard let refilling else { return [] }
    let wrong = refilling.typed.wrongField
    let isWrong = wrong == name
    guard isWrong || wrong == nil && refilling.count == 1 else { return [] }
    // A field may have several controls.
    guard !isWrong || !hasMarkedControl else { return [] }
    if isWrong {
      (hasWrongControl, hasMarkedControl) = (true, true)
      shownCount += 1
    }
    let isDescribed = attributes.contains {
      $0.name == HTMLAttribute.ReferenceName.ariaDescribedby.rawValue
    }
    return [
      .flag(.autofocus), isWrong ? .state(.invalid, true) : .absent,
      isDescribed
        ? .absent : .reference(.ariaDescribedby, refilling.reason),
    ]
  }

  /// Returns the attributes of a control that holds what was typed.
  mutating func refilled(
    _ element: String, _ attributes: [HTMLAttribute]
  ) -> [HTMLAttribute] {
    switch element {
    case "input": return refilledInput(attributes)
    case "select":
      let name = attributes.plain("name")
      let choice = takeTyped(name)
      refilling?.choice = choice
      guard choice != nil else { return attributes }
      return attributes + marks(of: name, attributes)
    case "option":
      guard let choice = refilling?.choice else { return attributes }
      return attributes.without("selected") + [
        .flag(.selected, if: attributes.plain("value") == choice)
      ]
    case "datalist":
      refilling?.choice = nil
      return attributes
    default: return attributes
    }
  }

  private mutating func refilledInput(
    _ attributes: [HTMLAttribute]
  ) -> [HTMLAttribute] {
    guard let name = attributes.plain("name") else { return attributes }
    switch attributes.plain("type") {
    case "hidden", "file", "submit": return attributes
    case "checkbox", "radio":
      let value = attributes.plain("value")
      let place = refilling?.left.firstIndex {
        $0.name == name && $0.value == value
      }
      if let place {
        refilling?.left.remove(at: place)
        refilling?.count += 1
        shownCount += 1
      }
      return attributes.without("checked") + [
        .flag(.checked, if: place != nil)
      ]
    default:
      guard let value = takeTyped(name) else { return attributes }
      return attributes.without("value") + [.value(value)]
        + marks(of: name, attributes)
    }
  }

  /// Returns the value of a field of several lines, and its attributes.
  mutating func refilledArea(
    _ attributes: [HTMLAttribute], _ value: String
  ) -> (attributes: [HTMLAttribute], value: String) {
    let name = attributes.plain("name")
    guard let typed = takeTyped(name) else { return (attributes, value) }
    return (attributes + marks(of: name, attributes), typed)
  }

  /// Unfolds what was written from a place on.
  mutating func unfold(at start: Int) {
    bytes.insert(contentsOf: " open".utf8, at: start + "<details".utf8.count)
  }
}

extension [HTMLAttribute] {
  /// Returns the text of an attribute; `nil` for none.
  fileprivate func plain(_ name: String) -> String? {
    for attribute in self where attribute.name == name {
      switch attribute.value {
      case .words(let words): return "\(words)"
      case .exact(let text): return text
      default: break
      }
    }
    return nil
  }

  /// Returns the attributes without one.
  fileprivate func without(_ name: String) -> [HTMLAttribute] {
    filter { $0.name != name }
  }
}
