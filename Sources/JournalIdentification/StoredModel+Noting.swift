internal import Encodings
internal import ErrorKit
internal import POSIXKit

// A note of each model says with which program its self-test was passed, and how
// its files were then. So a change is found without running the model again.
extension StoredModel {
  /// The name of the note in the model's directory.
  private static let noteName = "checked.json"
  private static let files = [
    FileName.card, FileName.network, FileName.labels, FileName.picture,
  ]

  /// Notes that the model has passed its self-test.
  ///
  /// - Parameter program: The program and its version.
  /// - Throws: The system's refusal.
  public func noteCheck(by program: String) throws {
    var writer = JSONWriter(capacity: 256)
    writer.object { writer in
      writer.member("program", program)
      writer.member("files", Self.state(in: directory))
    }
    try File.replace("\(directory)/\(Self.noteName)", with: writer.bytes)
  }

  /// The sizes of the files and the times of their last change.
  private static func state(in directory: String) -> String {
    files.map { name in
      let status = try? FileStatus(of: "\(directory)/\(name)")
      return status.map { "\($0.byteCount) \($0.modifiedAt)" } ?? "missing"
    }.joined(separator: ", ")
  }

  /// The reason not to trust a model before it is checked again; `nil` for none.
  fileprivate func doubt(of program: String?) -> String? {
    for name in Self.files
    where (try? FileStatus(of: "\(directory)/\(name)")) == nil {
      return "lacks its file \(name)"
    }
    let bytes = try? File.contents(
      of: "\(directory)/\(Self.noteName)", atMost: 1 << 12)
    guard let note = bytes.flatMap({ try? JSONReader.parse($0.span.bytes) })
    else { return "was never checked" }
    guard note["files"] == .string(Self.state(in: directory)) else {
      return "was changed since it was checked"
    }
    if let program, note["program"] != .string(program) {
      return "was not checked with this version of the program"
    }
    return nil
  }
}

extension ModelStore {
  /// Returns the models that must be checked before they are trusted, with the
  /// reason in words, without running any.
  ///
  /// - Parameter program: The program that must have checked them, and its
  ///   version; `nil` for any.
  /// - Returns: The names of the models with the reasons.
  /// - Throws: The system's refusal to list the models.
  public func doubts(
    of program: String?
  ) throws -> [(name: String, reason: String)] {
    try names().compactMap { name in
      do {
        return try model(called: name).doubt(of: program).map { (name, $0) }
      } catch {
        return (name, "cannot be read: \(ErrorFacts(of: error).message)")
      }
    }
  }
}
