internal import Encodings
internal import ErrorKit
internal import JournalLog
internal import JournalQueries
internal import JournalSync
internal import POSIXKit

/// The choices of this machine about a service.
package struct ServiceOptions: Sendable, Hashable {
  /// A text that a service may have.
  package enum Option: String, Sendable, CaseIterable {
    /// The address, instead of that of the service's operators.
    case url
    /// A file of mode 0600 with the key in its first line.
    case keyFile
    /// A command of the shell that prints the key.
    case keyCommand
    /// A file of certificates to trust.
    case caFile
    /// A proxy's address.
    case proxy
    /// The seconds that a request may take.
    case timeout
  }

  /// The seconds that a request may take.
  package static let timeouts = 1...600

  /// The texts that were chosen.
  package var texts: [Option: String] = [:]

  /// Creates options of which none is chosen.
  package init() {}

  /// Returns the text of an option; `nil` if none is chosen.
  package subscript(option: Option) -> String? { texts[option] }

  /// Returns the text of an option without secrets: a proxy's password is left
  /// out, and of the command that prints a key only "set" is shown.
  package func shown(_ option: Option) -> String? {
    guard let text = texts[option] else { return nil }
    switch option {
    case .keyCommand: return "set"
    case .proxy:
      guard let mark = text.lastIndex(of: "@") else { return text }
      return "\(text.prefix { $0 != ":" })://…\(text[mark...])"
    case .url, .keyFile, .caFile, .timeout: return text
    }
  }

  /// Returns whether a text can be a timeout.
  package static func isTimeout(_ text: String) -> Bool {
    Int(text).map(timeouts.contains) ?? false
  }

  /// The seconds that a request may take; `nil` if none are chosen.
  var timeout: Int? {
    self[.timeout].flatMap { Int($0) }.map {
      min(max($0, Self.timeouts.lowerBound), Self.timeouts.upperBound)
    }
  }

  /// Refuses options that can never work.
  ///
  /// - Parameters:
  ///   - changed: The options to check.
  ///   - service: The service that they are for.
  /// - Throws: ``ServiceError``.
  func check(
    _ changed: Set<Option> = Set(Option.allCases), of service: PlantService
  ) throws(ServiceError) {
    if changed.contains(.url), let url = self[.url] {
      let address = try ServiceAddress(url, of: service)
      guard address.isPrivate || !service.needsKey else {
        throw .keyWithoutTLS(service, host: address.host)
      }
    }
    if changed.contains(.keyFile), let path = self[.keyFile] {
      do {
        try Secrets.checkFile(path)
      } catch {
        throw .keyUnreadable(service, error)
      }
    }
    if changed.contains(.proxy), let proxy = self[.proxy] {
      do {
        try ProxyAddress.check(proxy)
      } catch {
        let facts = error.facts
        throw .badOption(service, facts.message, facts.remedy ?? "")
      }
    }
    if changed.contains(.caFile), let path = self[.caFile] {
      try Self.checkAuthorities(path, of: service)
    }
    if changed.contains(.timeout), let text = self[.timeout],
      !Self.isTimeout(text)
    {
      throw .badOption(
        service, "a request cannot take that long",
        "choose \(Self.timeouts.lowerBound) to \(Self.timeouts.upperBound) seconds"
      )
    }
    if !changed.isDisjoint(with: [.keyFile, .keyCommand]),
      self[.keyFile] != nil, self[.keyCommand] != nil
    {
      throw .badOption(
        service, "a key comes from a file or from a command, not from both",
        "remove one of them with an empty text")
    }
  }

  /// Refuses a file without certificates in PEM.
  private static func checkAuthorities(
    _ path: String, of service: PlantService
  ) throws(ServiceError) {
    func fault(_ reason: String) -> ServiceError {
      .badOption(service, reason, "name a file with certificates in PEM")
    }
    guard FileSystem.exists(path) else {
      throw fault("there is no file \(path), which should hold certificates")
    }
    let bytes = try? File.contents(of: path, atMost: 16 << 20)
    guard let bytes else {
      throw fault("\(path), which should hold certificates, cannot be read")
    }
    // "TRUSTED CERTIFICATE" and "X509 CERTIFICATE" are names of theirs, too.
    let isPEM = String(decoding: bytes, as: UTF8.self)
      .split(whereSeparator: \.isNewline)
      .contains {
        $0.hasPrefix("-----BEGIN ") && $0.contains("CERTIFICATE-----")
      }
    guard isPEM else { throw fault("\(path) holds no certificates in PEM") }
  }
}

extension PlantService {
  /// Returns the options for the service in a home.
  ///
  /// - Throws: `StorageError`, also for an option that is no text: without it
  ///   the key could go elsewhere. Or `FileSystemError`.
  package func options(ofHomeAt path: String) throws -> ServiceOptions {
    let home = JournalHome(path: path)
    func fault(_ reason: String) -> StorageError {
      .servicesFile(path: home.servicesFile, reason: reason)
    }
    var options = ServiceOptions()
    let members = try Self.file(of: home).members()
    guard let value = members.first(where: { $0.name == rawValue })?.value
    else { return options }
    guard case .object(let own) = value else {
      throw fault("'\(rawValue)' is not an object")
    }
    for member in own {
      guard let option = ServiceOptions.Option(rawValue: member.name) else {
        continue
      }
      guard case .string(let text) = member.value else {
        throw fault("'\(member.name)' of '\(rawValue)' is not a text")
      }
      options.texts[option] = text
    }
    return options
  }

  /// Changes options of the service in a home; an empty text removes one.
  ///
  /// - Throws: ``ServiceError`` for what can never work, or errors of the file.
  package func choose(
    _ texts: [ServiceOptions.Option: String], ofHomeAt path: String
  ) throws {
    let home = JournalHome(path: path)
    var options = try options(ofHomeAt: path)
    for (option, text) in texts {
      options.texts[option] = text.isEmpty ? nil : text
    }
    try options.check(Set(texts.keys), of: self)
    try Self.file(of: home).update(in: home) { members in
      let place = members.firstIndex { $0.name == rawValue }
      var own: [JSONValue.Member] = []
      if let place, case .object(let known) = members[place].value {
        own = known
      }
      for (option, text) in texts {
        own.removeAll { $0.name == option.rawValue }
        if !text.isEmpty {
          own.append(.init(option.rawValue, .string(text)))
        }
      }
      own.sort { $0.name < $1.name }
      members.removeAll { $0.name == rawValue }
      if !own.isEmpty { members.append(.init(rawValue, .object(own))) }
    }
  }

  private static func file(of home: JournalHome) -> HomeFile {
    HomeFile(path: home.servicesFile, error: StorageError.servicesFile)
  }
}

/// The address of a service: `https://host[:port][/path]`.
struct ServiceAddress: Hashable {
  /// The scheme with the host and its port.
  let origin: String
  /// The path, empty or with a slash before it and none after it.
  let path: String
  /// The host with its port.
  let host: String

  /// A Boolean value that indicates whether nobody on the way can read a key.
  var isPrivate: Bool {
    origin.hasPrefix("https:") || RemoteAddress.isLoopback(host: host)
  }

  /// Reads an address.
  ///
  /// - Throws: ``ServiceError/badAddress(_:reason:)``.
  init(_ text: String, of service: PlantService) throws(ServiceError) {
    func fault(_ reason: String) -> ServiceError {
      .badAddress(service, reason: reason)
    }
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix)
    else { throw fault("it begins with neither https:// nor http://") }
    let rest = text.dropFirst(scheme.utf8.count)
    let host = rest.prefix { $0 != "/" }
    guard text.utf8.count <= 1_024,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
      !text.utf8.contains(where: { "?#\"\\<>^`{|}".utf8.contains($0) })
    else { throw fault("it has characters that no address has") }
    // A name before the host could be a password.
    guard !host.isEmpty, !host.contains("@") else {
      throw fault("it names no host alone")
    }
    guard HostAndPort.isValid(host) else {
      throw fault("its host or port cannot be one")
    }
    var path = String(rest.dropFirst(host.count))
    while path.hasSuffix("/") { path.removeLast() }
    guard !path.split(separator: "/").contains("..") else {
      throw fault("its path leads upwards")
    }
    self.host = String(host)
    self.path = path
    origin = scheme + host
  }

  /// Returns the path of a page below this address.
  ///
  /// A link is relative to the host, and often lacks it. One to another host
  /// or to another part of the same host is refused.
  ///
  /// - Throws: ``ServiceError``.
  func below(
    _ link: String, of service: PlantService
  ) throws(ServiceError) -> String {
    var place = link[...]
    if place.hasPrefix("//") || place.contains("://") {
      guard place.hasPrefix(origin + "/") else {
        throw .otherHost(service)
      }
      place = place.dropFirst(origin.utf8.count)
    }
    guard place.hasPrefix(path + "/") else {
      throw .invalidResponse(service, reason: "with a link to another place")
    }
    place = place.dropFirst(path.utf8.count + 1)
    // Old links repeated the key.
    let parts = place.split(
      separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return String(place) }
    let query = parts[1].split(separator: "&").filter {
      !$0.hasPrefix("token=") && !$0.hasPrefix("api-key=")
    }
    return "\(parts[0])?\(query.joined(separator: "&"))"
  }
}
