internal import CPOSIXShims

/// The memory of this process.
public enum Memory {
  /// Makes the allocator return large freed blocks to the system at once.
  /// Otherwise memory of requests, answers or segments stays reserved.
  public static func returnLargePieces() { posixkit_return_memory() }
}
