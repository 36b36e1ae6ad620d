internal import Encodings
internal import JournalEvents
internal import JournalLog
public import JournalQueries
internal import POSIXKit

/// The tokens of this home's server, and joining another's.
extension CareJournal {
  /// The tokens of the devices that may sync with this home's server.
  public var accessTokens: AccessTokens { AccessTokens(of: home) }

  /// Takes up an invitation: lets the other machine know this device, and adds
  /// it as a remote.
  ///
  /// - Parameters:
  ///   - line: The invitation.
  ///   - device: The name that the other machine gives this one.
  ///   - person: The user of this machine; `nil` for the one in the invitation.
  ///   - name: The name of the remote.
  ///   - request: The way to reach networks.
  /// - Returns: The remote.
  /// - Throws: ``RemoteError``, `StoreError`, `FileSystemError`.
  public func join(
    _ line: String, as device: String, of person: String? = nil,
    named name: String, _ request: SyncRequest
  ) throws -> Remote {
    guard let invitation = PeerInvitation(line) else {
      throw RemoteError.badInvitation
    }
    guard try !remotes().contains(where: { $0.name == name }) else {
      throw RemoteError.nameInUse(name)
    }
    var random = Randomness.system()
    let id: JournalID = random.id()
    var remote = try Remote(
      name: name, address: RemoteAddress(invitation.url, in: "/"), id: "\(id)")
    guard !remote.address.kind.isStore else { throw RemoteError.badInvitation }
    remote.options[.pinnedKey] = invitation.pinnedKey
    remote.options[.device] = device
    remote.options[.person] = person ?? invitation.person
    // The token is kept before the other machine knows it, and until that has
    // answered: if the answer is lost, the same token is shown again.
    let digest = EventHash(of: Array(invitation.secret.text.utf8).span.bytes)
    let path = "\(home.keysDirectory)/\(digest.description.prefix(32)).token"
    if let known = try remotes().first(where: {
      $0.options[.passwordFile] == path
    }) {
      throw RemoteError.joinedAlready(known.name)
    }
    try home.create()
    try checkRemotesAreTrusted()
    let secret = try keptSecret(at: path)
    do {
      try exchange(invitation, for: secret, of: device, at: remote, request)
    } catch let error as RemoteError {
      _ = try? FileSystem.remove(path)
      throw error
    }
    remote.options[.passwordFile] = path
    try add(remote)
    return remote
  }

  private func keptSecret(at path: String) throws -> AccessSecret {
    if let bytes = try File.contents(of: path),
      let secret = AccessSecret(
        String(decoding: bytes.prefix { $0 != 0x0a }, as: UTF8.self))
    {
      return secret
    }
    let secret = AccessSecret.random()
    try FileSystem.makeDirectory(home.keysDirectory)
    try File.replace(path, with: Array("\(secret.text)\n".utf8))
    return secret
  }

  private func exchange(
    _ invitation: PeerInvitation, for secret: AccessSecret, of device: String,
    at remote: Remote, _ request: SyncRequest
  ) throws {
    let peer = TransportPeer(
      over: try TransportPipe(
        for: remote, Credentials(token: invitation.secret.text), request))
    let response = try peer.send(
      PeerRequest(
        .post, PeerRoute.join.path,
        body: PeerBody.joining(device: device, secret: secret)))
    switch response.status {
    case 200: return
    case 401: throw RemoteError.usedInvitation
    case let status:
      throw StoreError(
        .server, "\(invitation.url) answered with status \(status)")
    }
  }
}
