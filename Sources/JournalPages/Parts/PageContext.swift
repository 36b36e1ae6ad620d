public import HTMLKit
internal import JournalEvents
internal import JournalQueries
public import JournalSync

/// The facts that every page needs besides its contents: who reads it, where its
/// files are, and what just happened.
public struct PageContext: Sendable {
  /// The latest action, for the message at the end of the page.
  public struct News: Sendable {
    /// The sentences.
    public let lines: [String]
    /// The action to undo; `nil` if nothing takes it back.
    public let undo: String?
    /// A Boolean value that indicates whether it was an undo, so that the button
    /// redoes it.
    public let isUndo: Bool

    /// Creates news.
    public init(lines: [String], undo: String?, isUndo: Bool) {
      self.lines = lines
      self.undo = undo
      self.isUndo = isUndo
    }
  }

  /// The version of the style sheets, scripts and icons.
  public let assets: String
  /// The name of the person who reads; `nil` if none is known.
  public var reader: String?
  /// The reader's rights.
  public let access: AccessTokens.Access
  /// The text that each form sends back.
  public let formToken: String
  /// The beginning of the keys of this page's forms.
  public let pageKey: String
  /// The address of the page.
  public let here: PagePath
  /// The appearance that the reader chose.
  public var colorScheme = HTMLWriter.ColorScheme.system
  /// The latest action; `nil` for none.
  public var news: News?

  /// The state of the journal that the page shows, for the feed of changes;
  /// `nil` if it is not known.
  public var state: String?
  /// The name of whoever reads, for what a browser keeps; `nil` for strangers.
  public var owner: String?

  /// A moment of the past.
  public struct Past: Sendable {
    /// The moment as it was asked for.
    public let text: String
    /// The moment in words.
    public let words: String

    /// Creates a moment.
    public init(_ text: String, words: String) {
      self.text = text
      self.words = words
    }
  }

  /// A form that was refused, to be shown again as it was filled in.
  public struct Refusal: Sendable {
    let method: String
    let address: PagePath
    let typed: TypedForm
    let lines: [String]

    /// Creates a refusal.
    ///
    /// - Parameters:
    ///   - method: The method of the form's action.
    ///   - address: The address of the form.
    ///   - typed: What was typed.
    ///   - lines: The reason and the remedy, in sentences.
    public init(
      _ method: String, _ address: PagePath, _ typed: TypedForm,
      lines: [String]
    ) {
      self.method = method
      self.address = address
      self.typed = typed
      self.lines = lines
    }
  }

  /// The refused form of the page; `nil` for none.
  public var refusal: Refusal?

  /// The moment of the page, if it shows the journal of the past. Its links stay
  /// there.
  public var asOf: Past?

  /// Creates the context of a page.
  ///
  /// - Parameters:
  ///   - assets: The version of the style sheets, scripts and icons.
  ///   - reader: The name of the person who reads.
  ///   - access: The reader's rights.
  ///   - formToken: The text that each form sends back.
  ///   - pageKey: A text that no other page has, for the keys of its forms.
  ///   - here: The address of the page.
  public init(
    assets: String, reader: String?, access: AccessTokens.Access,
    formToken: String, pageKey: String, here: PagePath
  ) {
    self.assets = assets
    self.reader = reader
    self.access = access
    self.formToken = formToken
    self.pageKey = pageKey
    self.here = here
  }

  /// Returns whether the reader has a right. Nobody changes the past.
  func may(_ right: WebRight) -> Bool {
    asOf == nil && access.allows(right)
  }

  /// Returns the address of a style sheet, a script or an icon.
  func asset(_ name: String) -> PagePath { PagePath("assets", assets, name) }

  /// Returns the page as HTML.
  public func html(of page: some Page) -> [UInt8] { written(page).bytes }

  /// Returns the page with ``refusal`` at its form, as HTML; `nil` if the page has
  /// no such form.
  public func refusingHTML(of page: some Page) -> [UInt8]? {
    let html = written(page)
    return html.isRefilled ? html.bytes : nil
  }

  private func written(_ page: some Page) -> HTMLWriter {
    var html = HTMLWriter(capacity: 1 << 15)
    html.keptField = asOf.map { ("as-of", $0.text) }
    html.frame(page, in: self)
    return html
  }
}

/// A page.
public protocol Page {
  /// The title, which is also the heading of most pages.
  var title: String { get }
  /// The tab under which the page is found; `nil` for none.
  var tab: PageTab? { get }
  /// A Boolean value that indicates whether the page grows on a wide screen.
  var isWide: Bool { get }
  /// A Boolean value that indicates whether people see it who may see no other.
  var isForStrangers: Bool { get }
  /// A Boolean value that indicates whether its script may ask the browser where
  /// it is.
  var usesLocation: Bool { get }
  /// The name of its script.
  var script: String { get }
  /// Writes the content of the page, which begins with its `h1`.
  func write(to html: inout HTMLWriter, in context: PageContext)
}

extension Page {
  public var isWide: Bool { false }
  public var isForStrangers: Bool { false }
  public var usesLocation: Bool { false }
  public var script: String { "page.js" }
}

/// A tab of the bar.
public enum PageTab: Sendable, CaseIterable {
  case camera, browse, collection, today, settings

  var name: String {
    switch self {
    case .camera: "Camera"
    case .browse: "Browse"
    case .collection: "Collection"
    case .today: "Today"
    case .settings: "Settings"
    }
  }

  var path: PagePath {
    switch self {
    case .camera: PagePath("camera")
    case .browse: PagePath("browse")
    case .collection: PagePath("plants")
    case .today: PagePath()
    case .settings: PagePath("settings")
    }
  }

  var icon: Icon {
    switch self {
    case .camera: .camera
    case .browse: .book
    case .collection: .leaf
    case .today: .calendarCheck
    case .settings: .gear
    }
  }
}
