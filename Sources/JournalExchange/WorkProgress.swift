/// A step of long work.
public enum WorkStep: Sendable {
  /// Bytes are read or copied.
  case reading
  /// Events are checked.
  case checking
  /// Plants are added.
  case adding
  /// Schedules are set.
  case setting
}

/// Is told how much of a step is done, and how much there is where that is
/// known; another step than the last begins.
public typealias WorkProgress = (WorkStep, _ done: Int, _ total: Int?) -> Void
