internal import Glibc

/// Texts as C takes lists of them: pointers, ended by a null.
package enum CStringList {
  /// Lends the list to `body`; the pointers hold no longer than that.
  package static func with<R>(
    _ texts: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    let pointers = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers)
  }
}
