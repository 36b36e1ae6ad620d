internal import JournalEvents

/// The segments that a store lists, and what has become of each in this sync.
///
/// There may be hundreds of thousands, of which a stranger has named most: so
/// each is kept once, beside a byte.
struct SegmentList {
  /// What is known of a segment.
  enum State: UInt8 {
    /// Its name.
    case listed
    /// That its events are held.
    case held
    /// That nothing leads to it, as far as names tell.
    case unreached
    /// That it continues an event that is not held.
    case early
    /// That payloads are missing which nothing that is held has erased.
    case emptied
    /// That it is not what its name says, or cannot be stored.
    case refused
    /// That it was removed since it was listed.
    case gone
  }

  private(set) var names: [SegmentName]
  private var states: [State]

  /// Creates a list of names, of which nothing else is known.
  init(_ names: consuming [SegmentName] = []) {
    names.sort {
      ($0.run.writer, $0.run.first, $1.run.last)
        < ($1.run.writer, $1.run.first, $0.run.last)
    }
    states = Array(repeating: .listed, count: names.count)
    self.names = names
  }

  var indices: Range<Int> { names.indices }

  subscript(_ index: Int) -> State {
    get { states[index] }
    set { states[index] = newValue }
  }

  /// The segments of the writer of the one at `start`, from there on: by their
  /// first events, the widest first.
  func writer(from start: Int) -> Range<Int> {
    let writer = names[start].run.writer
    var end = start
    while end < names.count, names[end].run.writer == writer { end += 1 }
    return start..<end
  }

  /// Whether any segment is in this state.
  func has(_ state: State) -> Bool { states.contains(state) }

  /// The names of the segments in this state, the first `limit` of them.
  func names(_ state: State, limit: Int = .max) -> [SegmentName] {
    Array(
      indices.lazy.filter { states[$0] == state }.map { names[$0] }
        .prefix(limit))
  }
}
