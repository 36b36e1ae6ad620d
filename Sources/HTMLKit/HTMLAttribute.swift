/// An attribute of an element, as its type allows it.
///
/// Names are cases, so that a typo does not compile. No attribute holds a
/// script, and the address of a page is a ``PagePath``.
public struct HTMLAttribute: Sendable {
  /// The forms of values.
  enum Value: Sendable {
    case absent
    case present
    case words(StaticString)
    case list([StaticString?])
    case text(String)
    case exact(String)
    case data(StaticString, String)
    case integer(Int)
    case fractions([Double])
    case property(StaticString, Double)
    case id(HTMLID)
    case path(PagePath)
    case jpeg([UInt8])
  }

  let name: String
  let value: Value

  /// No attribute, for the other branch of a condition.
  public static var absent: HTMLAttribute { .init(name: "", value: .absent) }
}

// MARK: Classes, ids and data

extension HTMLAttribute {
  /// The classes of the element, separated by spaces.
  public static func `class`(_ words: StaticString) -> HTMLAttribute {
    .init(name: "class", value: .words(words))
  }

  /// The classes of the element; `nil` is left out.
  public static func `class`(_ words: StaticString?...) -> HTMLAttribute {
    .init(
      name: "class",
      value: words.contains { $0 != nil } ? .list(words) : .absent)
  }

  /// The id of the element.
  public static func id(_ id: HTMLID) -> HTMLAttribute {
    .init(name: "id", value: .id(id))
  }

  /// The attribute `data-NAME` for scripts, with its exact text.
  public static func data(
    _ name: StaticString, _ text: String
  ) -> HTMLAttribute {
    .init(name: "data-", value: .data(name, text))
  }
}

// MARK: Addresses

extension HTMLAttribute {
  /// Attributes that hold the address of a page.
  public enum PathName: String, Sendable, CaseIterable {
    case action, formaction, href, src
  }

  /// The address of a link.
  public static func href(_ path: PagePath) -> HTMLAttribute {
    self.path(.href, path)
  }

  /// The address of a page.
  public static func path(
    _ name: PathName, _ path: PagePath
  ) -> HTMLAttribute {
    .init(name: name.rawValue, value: .path(path))
  }

  /// A picture within the page, for pages that load nothing.
  public static func src(jpeg file: [UInt8]) -> HTMLAttribute {
    .init(name: "src", value: .jpeg(file))
  }
}

// MARK: Words and texts

extension HTMLAttribute {
  /// Attributes whose values are words of HTML.
  public enum WordName: String, Sendable, CaseIterable {
    case accept, autocapitalize, autocomplete, decoding, dir, enctype
    case enterkeyhint, inputmode, lang, loading, method, popover
    case popovertargetaction, rel, role, scope, spellcheck, type
    case fieldName = "name"
    case ariaAutocomplete = "aria-autocomplete"
    case ariaCurrent = "aria-current"
    case ariaHaspopup = "aria-haspopup"
    case ariaHidden = "aria-hidden"
    case ariaLive = "aria-live"
    case ariaSort = "aria-sort"
  }

  /// Attributes whose values people read.
  public enum TextName: String, Sendable, CaseIterable {
    case alt, datetime, label, placeholder, title
    case ariaDescription = "aria-description"
    case ariaLabel = "aria-label"
    case ariaValuetext = "aria-valuetext"
  }

  /// A word of HTML.
  public static func word(
    _ name: WordName, _ word: StaticString
  ) -> HTMLAttribute {
    .init(name: name.rawValue, value: .words(word))
  }

  /// Text to read, in which invisible characters become visible.
  public static func text(_ name: TextName, _ text: String) -> HTMLAttribute {
    .init(name: name.rawValue, value: .text(text))
  }

  /// The name of a field, for names that are not literals.
  public static func fieldName(_ name: String) -> HTMLAttribute {
    .init(name: "name", value: .exact(name))
  }

  /// The exact value of a field or an option, so that sending a form back
  /// unchanged changes nothing.
  public static func value(_ text: String) -> HTMLAttribute {
    .init(name: "value", value: .exact(text))
  }
}

// MARK: Flags, states and numbers

extension HTMLAttribute {
  /// Attributes that are there or not.
  public enum FlagName: String, Sendable, CaseIterable {
    case autofocus, checked, disabled, download, hidden, inert, multiple
    case novalidate, open, readonly, required, selected
  }

  /// States for assistive technology, which are true or false.
  public enum StateName: String, Sendable, CaseIterable {
    case busy = "aria-busy"
    case expanded = "aria-expanded"
    case invalid = "aria-invalid"
    case pressed = "aria-pressed"
    case selected = "aria-selected"
  }

  /// Attributes whose values are whole numbers.
  public enum IntegerName: String, Sendable, CaseIterable {
    case colspan, cols, height, maxlength, minlength, rows, rowspan, start
    case tabindex, width
  }

  /// Attributes whose values are numbers, or several of them.
  public enum NumberName: String, Sendable, CaseIterable {
    case cx, cy, max, min, pathLength, points, r, rx, step, value, viewBox, x
    case x1, x2, y, y1, y2
    case dashes = "stroke-dasharray"
    case ariaValuemax = "aria-valuemax"
    case ariaValuemin = "aria-valuemin"
    case ariaValuenow = "aria-valuenow"
  }

  /// A flag, if `condition` holds.
  public static func flag(
    _ name: FlagName, if condition: Bool = true
  ) -> HTMLAttribute {
    .init(name: name.rawValue, value: condition ? .present : .absent)
  }

  /// A state.
  public static func state(_ name: StateName, _ isOn: Bool) -> HTMLAttribute {
    .init(name: name.rawValue, value: .words(isOn ? "true" : "false"))
  }

  /// A whole number.
  public static func integer(_ name: IntegerName, _ value: Int) -> HTMLAttribute
  {
    .init(name: name.rawValue, value: .integer(value))
  }

  /// Numbers; NaN and infinities become 0.
  public static func number(
    _ name: NumberName, _ values: Double...
  ) -> HTMLAttribute {
    number(name, values)
  }

  /// Numbers; NaN and infinities become 0.
  public static func number(
    _ name: NumberName, _ values: [Double]
  ) -> HTMLAttribute {
    .init(name: name.rawValue, value: .fractions(values))
  }

  /// The line of an SVG `path` through the runs of rows. Drawn one unit wide,
  /// it fills them: half as long a text as the outlines of the runs.
  public static func line(
    throughRows rows: [[Range<Int>]]
  ) -> HTMLAttribute {
    var line = ""
    for (row, runs) in rows.enumerated() {
      var end: Int?
      for run in runs {
        line +=
          end.map { "m\(run.lowerBound - $0) 0" }
          ?? "M\(run.lowerBound) \(row).5"
        line += "h\(run.count)"
        end = run.upperBound
      }
    }
    return .init(name: "d", value: .exact(line))
  }

  /// A custom property for style sheets, such as `--share`, as the only style
  /// of the element. A server's content security policy must allow style
  /// attributes for it.
  public static func property(
    _ name: StaticString, _ value: Double
  ) -> HTMLAttribute {
    .init(name: "style", value: .property(name, value))
  }
}

// MARK: References

extension HTMLAttribute {
  /// Attributes that name another element.
  public enum ReferenceName: String, Sendable, CaseIterable {
    case `for`, form, list, popovertarget
    case ariaActivedescendant = "aria-activedescendant"
    case ariaControls = "aria-controls"
    case ariaDescribedby = "aria-describedby"
    case ariaLabelledby = "aria-labelledby"
  }

  /// A reference to another element.
  public static func reference(
    _ name: ReferenceName, _ id: HTMLID
  ) -> HTMLAttribute {
    .init(name: name.rawValue, value: .id(id))
  }
}
