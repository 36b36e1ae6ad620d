internal import JournalEvents
internal import JournalProjections
internal import JournalSync
internal import Synchronization

/// The finished pages of the journal's present state, so that a page that is asked
/// for again costs a look at the journal's version.
///
/// A page belongs to one session: its forms have the session's token. All pages
/// go once the journal, the day or the hour is another, or they would take more
/// room than there is.
final class KeptPages: Sendable {
  /// The page of a session.
  struct Name: Hashable {
    /// The page's entity tag, which also names the state of the journal.
    let tag: String
    /// The token of the session's forms, the reader's name and rights, which the
    /// page shows.
    private let formToken: String
    private let person: String?
    private let access: AccessTokens.Access
    /// The encodings that the browser reads.
    private let encodings: String?

    init(_ tag: String, of request: WebRequest, for visitor: WebVisitor) {
      self.tag = tag
      formToken = visitor.formToken
      person = visitor.guest.person?.writerName.person
      access = visitor.guest.access
      encodings = request.headers["accept-encoding"]
    }
  }

  private struct Pages {
    var state: EntityTags.State?
    var pages: [Name: WebResponse] = [:]
    var byteCount = 0
  }

  private let pages = Mutex(Pages())

  /// The greatest number of bytes of all pages, and of one.
  private static let allBytes = 4 << 20
  private static let ownBytes = 256 << 10
  /// The bytes that a page takes besides its body.
  private static let headByteCount = 2_048

  /// Creates the keeper of no pages.
  init() {}

  /// Returns a page of the journal's present state; `nil` if it is not kept.
  func page(_ name: Name) -> WebResponse? {
    pages.withLock { $0.pages[name] }
  }

  /// Keeps a page.
  ///
  /// - Parameters:
  ///   - page: The page, in the encoding of the browser.
  ///   - name: The name of the page.
  ///   - state: The state of the journal, taken before the page was made.
  func keep(_ page: WebResponse, as name: Name, in state: EntityTags.State) {
    let byteCount = page.body.count + Self.headByteCount
    guard byteCount <= Self.ownBytes else { return }
    pages.withLock { kept in
      if kept.state != state || kept.byteCount + byteCount > Self.allBytes {
        kept = Pages(state: state)
      }
      guard kept.pages.updateValue(page, forKey: name) == nil else { return }
      kept.byteCount += byteCount
    }
  }
}
