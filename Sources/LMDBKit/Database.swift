/// One of the named databases of an environment.
///
/// It is a name and a place in the environment's table, not a handle of LMDB,
/// so it stays good when the environment is reopened after a failure.
public struct Database: Sendable {
  /// The name it has in the environment.
  public let name: String

  /// Where the environment keeps LMDB's handle.
  let slot: Int

  /// The environment it belongs to.
  let environment: UInt64
}
