/// What is wrong in one line of input.
struct InputError: Error {
  /// The line, counted from 1.
  let line: Int
  /// What is wrong in it.
  let underlying: any Error
}
