internal import Glibc
internal import POSIXKit

/// An error of the bus, or one with which somebody on it answered.
struct BusError: Error, Hashable {
  /// The name on the bus, such as `org.freedesktop.DBus.Error.NoReply`; `nil`
  /// for an error of the connection itself.
  let name: String?
  /// The error in words.
  let words: String

  /// Creates an error that came as an answer.
  init(name: String?, words: String) {
    self.name = name
    self.words = words
  }

  /// Creates an error from a negative number of the system.
  init(code: Int32) {
    self.init(name: nil, words: FileSystemError.words(for: -code))
  }

  /// Creates the error for a message without the expected contents.
  init(unexpected code: Int32) { self.init(code: code < 0 ? code : -EBADMSG) }
}
