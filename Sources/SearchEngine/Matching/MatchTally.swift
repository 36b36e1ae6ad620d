/// The parts of the query that each name and document has matched so far.
///
/// The arrays are as long as the tables and are kept between searches; after a
/// search only the entries it touched are cleared.
struct MatchTally {
  /// The parts of the query that a name has matched.
  struct NameState {
    /// The words of the query, one bit each.
    var words: UInt16 = 0
    var edits: UInt8 = 0
    var prefixes: UInt8 = 0
    /// A Boolean value that indicates whether a word of the query only stands
    /// inside another.
    var isInside = false
    var whole = Whole.no
  }

  /// The match between the joined forms of name and query.
  enum Whole: UInt8 {
    case no
    case exact
    case prefix
    case oneEdit
    case twoEdits
  }

  /// The parts of the query that a document's names have matched together.
  struct DocumentState {
    var words: UInt16 = 0
    var edits: UInt8 = 0
    var prefixes: UInt8 = 0
    var isInside = false
    var isTouched = false
    /// A Boolean value that indicates whether one of its names matched as a
    /// whole.
    var hasWhole = false
    /// A Boolean value that indicates whether it is among the results.
    var isFound = false
  }

  private(set) var names: [NameState] = []
  private(set) var documents: [DocumentState] = []
  /// The documents that matched any part of the query.
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
  /// Note better matches before worse ones: a word that a name has matched
  /// already keeps its match.
  ///
  /// Documents that lack a word of `required` by now are ignored.
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

  /// Notes a whole name's match with the whole query, if none better was noted.
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

  /// Forgets the matches, but not the results.
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
