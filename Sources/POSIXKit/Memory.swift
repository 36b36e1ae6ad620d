internal import CPOSIXShims

/// The memory of this process.
public enum Memory {
  /// Has large pieces given back to the system as soon as they are not used any
  /// more. Else what requests, answers or segments took stays, for others that
  /// may come.
  public static func returnLargePieces() { posixkit_return_memory() }
}
