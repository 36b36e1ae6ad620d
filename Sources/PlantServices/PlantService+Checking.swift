package import ErrorKit
internal import JournalLog
internal import JournalSync
internal import POSIXKit

extension PlantService {
  /// Returns what keeps the service's set-up from being used, without asking the
  /// service or running a command; `nil` for nothing.
  ///
  /// - Parameter home: The path of the journal's home.
  /// - Returns: The fault; `nil` also if nothing is set up.
  package func fault(ofHomeAt home: String) -> ErrorFacts? {
    do {
      let options = try options(ofHomeAt: home)
      guard !options.texts.isEmpty else { return nil }
      try WeakPlace.check(JournalHome(path: home).servicesFile)
      try options.check(of: self)
      if options[.keyFile] != nil {
        _ = try key(chosenBy: options, said: { _ in })
      } else if let command = options[.keyCommand] {
        if let program = Self.missingProgram(of: command) {
          return ErrorFacts(
            .system, "'\(program)', which prints its key, is not installed",
            "install it, or choose another command with 'services set'")
        }
      }
      return nil
    } catch {
      return ErrorFacts(of: error)
    }
  }

  /// Returns the key of the file, else of the command, that was chosen.
  ///
  /// - Throws: ``ServiceError/keyUnreadable(_:_:)``, or errors of the file.
  func key(
    chosenBy options: ServiceOptions, said: @escaping ([UInt8]) -> Void
  ) throws -> String? {
    do {
      return try Secrets.text(
        of: rawValue, inFile: options[.keyFile],
        fromCommand: options[.keyFile] == nil ? options[.keyCommand] : nil,
        said: said)
    } catch let error as RemoteError {
      throw ServiceError.keyUnreadable(self, error)
    }
  }

  /// Returns the program that a command begins with, if it is missing; `nil` if
  /// it is there, or if a shell alone can tell.
  private static func missingProgram(of command: String) -> String? {
    let name = command.drop { $0 == " " }.prefix { $0 != " " }
    guard !name.isEmpty,
      name.utf8.allSatisfy({
        switch $0 {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x2f, 0x5f: true
        default: false
        }
      }), !["cat", "echo", "printf"].contains(String(name))
    else { return nil }
    let isThere =
      name.contains("/")
      ? FileSystem.isExecutable(String(name))
      : FileSystem.isInstalled(String(name))
    return isThere ? nil : String(name)
  }
}
