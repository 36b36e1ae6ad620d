internal import Glibc

/// Command-line arguments as the system passes them: bytes, which need not be
/// text.
package enum ArgumentBytes {
  /// Returns the arguments after the program's name as texts.
  ///
  /// - Parameters:
  ///   - count: The number of arguments, the program's name included.
  ///   - pointers: As many C strings.
  /// - Returns: The texts, in order.
  /// - Throws: ``UsageError`` if even the program's name is missing, or an
  ///   argument is not UTF-8. Repairing the bytes could name something else.
  package static func decode(
    count: Int32,
    _ pointers: UnsafePointer<UnsafeMutablePointer<CChar>?>
  ) throws(UsageError) -> [String] {
    guard count > 0 else {
      throw UsageError(
        "the program was started without arguments, its own name included",
        hint: "start it from a shell, or with its name as the first argument")
    }
    var arguments: [String] = []
    for position in stride(from: 1, to: Int(count), by: 1) {
      guard let pointer = pointers[position] else { break }
      arguments.append(try decode(pointer, position: position))
    }
    return arguments
  }

  /// Decodes the `position`th argument after the program's name.
  package static func decode(
    _ pointer: UnsafePointer<CChar>, position: Int
  ) throws(UsageError) -> String {
    guard let text = String(validatingCString: pointer) else {
      throw UsageError(
        "argument \(position), '\(readable(pointer))', is not valid UTF-8",
        hint: "if it names a file, rename that; otherwise use a UTF-8 locale, "
          + "such as C.UTF-8")
    }
    return text
  }

  /// Returns the text of bytes; those that are not UTF-8 become `\xe9`.
  private static func readable(_ pointer: UnsafePointer<CChar>) -> String {
    var text = ""
    var place = pointer
    while place.pointee != 0 {
      let bytes = UnsafeBufferPointer(start: place, count: strnlen(place, 4))
        .map(UInt8.init(bitPattern:))
      let character = (1...4).lazy
        .compactMap { String(validating: bytes.prefix($0), as: UTF8.self) }
        .first
      text +=
        character ?? "\\x" + (bytes[0] < 16 ? "0" : "")
        + String(bytes[0], radix: 16)
      place += character?.utf8.count ?? 1
    }
    return text
  }
}
