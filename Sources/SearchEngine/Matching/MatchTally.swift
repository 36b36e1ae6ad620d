/// What of the query each name and each document has matched so far.
///
/// The arrays are as long as the tables and are kept between searches; only
/// what a search touched is cleared after it.
struct MatchTally {
  /// What of the query a name has matched.
  struct NameState {
    /// The words of the query, one bit each.
    var words: UInt16 = 0
    var edits: UInt8 = 0
    var prefixes: UInt8 = 0
    /// Whether a word of the query only stands inside of another.
    var isInside = false
    var whole = Whole.no
  }

  /// How the name in joined form matched the query in joined form.
  enum Whole: UInt8 {
    case no
    case exact
    case prefix
    case oneEdit
    case twoEdits
  }

  /// What of the query a document's names have matched together.
  struct DocumentState {
    var words: UInt16 = 0
    var edits: UInt8 = 0
    var prefixes: UInt8 = 0
    var isInside = false
    var isTouched = false
    /// Whether one of its names matched as a whole.
    var hasWhole = false
    /// Whether it is among the results already.
    var isFound = false
  }

  private(set) var names: [NameState] = []
  private(set) var documents: [DocumentState] = []
  /// The documents that anything of the query matched.
  private(set) var touched: [Int] = []
  private var found: [Int] = []

  /// Makes room for the names and documents of some tables.
  mutating func fit(_ tables: borrowing SearchTables) {
    guard
      names.count != tables.nameCount
        || documents.count != tables.documentCount
    else { return }
    names = Array(repeating: NameState(), count: tables.nameCount)
    documents = Array(
      repeating: DocumentState(), count: tables.documentCount)
    (touched, found) = ([], [])
  }

  /// Notes that a name has a word of the query.
  ///
  /// Better matches must be noted before worse ones; a word that a name has
  /// matched already stays as it is.
  ///
  /// A document that has not all words in `required` by now is not worth
  /// noting.
  mutating func note(
    word: UInt16, edits: Int, isPrefix: Bool, isInside: Bool, name: Int,
    document: Int, required: UInt16
  ) throws(ImageError) {
    guard name < names.count, document < documents.count else {
      throw .damaged
    }
    guard documents[document].words & required == required else { return }
    if documents[document].words & word == 0 {
      touch(document)
      documents[document].words |= word
      documents[document].edits += UInt8(edits)
      documents[document].prefixes += isPrefix ? 1 : 0
      documents[document].isInside = documents[document].isInside || isInside
    }
    guard names[name].words & word == 0 else { return }
    names[name].words |= word
    names[name].edits += UInt8(edits)
    names[name].prefixes += isPrefix ? 1 : 0
    names[name].isInside = names[name].isInside || isInside
  }

  /// Notes how a whole name matched the whole query, if nothing better did.
  mutating func note(
    whole: Whole, name: Int, document: Int
  ) throws(ImageError) {
    guard name < names.count, document < documents.count else {
      throw .damaged
    }
    guard
      names[name].whole == .no || whole.rawValue < names[name].whole.rawValue
    else { return }
    touch(document)
    documents[document].hasWhole = true
    names[name].whole = whole
  }

  private mutating func touch(_ document: Int) {
    guard !documents[document].isTouched else { return }
    documents[document].isTouched = true
    touched.append(document)
  }

  /// Notes that a document is among the results.
  mutating func markFound(_ document: Int) {
    documents[document].isFound = true
    found.append(document)
  }

  /// Forgets what matched, but not what was found.
  mutating func forgetMatches(
    in tables: borrowing SearchTables
  ) throws(ImageError) {
    for document in touched {
      let isFound = documents[document].isFound
      documents[document] = DocumentState(isFound: isFound)
      for name in try tables.names(of: document) { names[name] = NameState() }
    }
    touched.removeAll(keepingCapacity: true)
  }

  /// Forgets everything, for the next search.
  mutating func clear(in tables: borrowing SearchTables) throws(ImageError) {
    try forgetMatches(in: tables)
    for document in found { documents[document].isFound = false }
    found.removeAll(keepingCapacity: true)
  }
}
