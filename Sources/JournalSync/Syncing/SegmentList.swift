internal import JournalEvents

/// The segments that a store lists, and the state of each in this sync.
///
/// There may be hundreds of thousands, most of them named by a stranger: so
/// each is kept once, beside a byte.
struct SegmentList {
  /// The state of a segment, as far as it is known.
  enum State: UInt8 {
    /// Only its name is known.
    case listed
    /// The events are held.
    case held
    /// Nothing leads to it, as far as names tell.
    case unreached
    /// It continues an event that is not held.
    case early
    /// Payloads are missing that no held event has erased.
    case emptied
    /// It is not what its name says, or cannot be stored.
    case refused
    /// It was removed since it was listed.
    case gone
  }

  private(set) var names: [SegmentName]
  private var states: [State]

  /// Creates a list of names; nothing else is known of the segments.
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

  /// Returns the segments from `start` on that have the same writer: by their
  /// first events, the widest first.
  func writer(from start: Int) -> Range<Int> {
    let writer = names[start].run.writer
    var end = start
    while end < names.count, names[end].run.writer == writer { end += 1 }
    return start..<end
  }

  /// Returns whether any segment is in this state.
  func has(_ state: State) -> Bool { states.contains(state) }

  /// Returns the names of the first `limit` segments in this state.
  func names(_ state: State, limit: Int = .max) -> [SegmentName] {
    Array(
      indices.lazy.filter { states[$0] == state }.map { names[$0] }
        .prefix(limit))
  }
}
