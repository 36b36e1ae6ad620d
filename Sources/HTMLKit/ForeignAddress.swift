/// The address of a page on another server, to which a link can lead. No page
/// loads anything from there.
public struct ForeignAddress: Sendable, Hashable {
  /// The address.
  let text: String

  /// The greatest number of bytes.
  private static let mostBytes = 2_048

  /// Reads an address of the form `https://HOST…`; anything else, such as one
  /// with another scheme, a user's name or characters that no address has, is
  /// `nil`.
  public init?(_ text: String) {
    let scheme = "https://"
    guard text.hasPrefix(scheme), text.utf8.count <= Self.mostBytes,
      text.utf8.allSatisfy({
        $0 > 0x20 && $0 < 0x7f && !"\"'<>\\^`{|}".utf8.contains($0)
      }),
      case let host = text.dropFirst(scheme.count).prefix(while: {
        !"/?#".contains($0)
      }),
      !host.isEmpty, !host.contains("@")
    else { return nil }
    self.text = text
  }
}

extension HTMLAttribute {
  /// The address of a link to another server.
  public static func href(_ address: ForeignAddress) -> HTMLAttribute {
    .init(name: "href", value: .exact(address.text))
  }
}
