/// The secrets that prove to a remote who asks. The program never stores them,
/// and shows them to nobody but the remote.
package struct Credentials {
  /// The user, or the id of an access key.
  package var user: String?
  /// The password, or the secret of an access key.
  package var password: String?
  /// The token of a session, of another PlantGuide, or of another server.
  package var token: String?

  /// Creates the credentials for a server that knows a token, or a user and a
  /// password.
  package init(
    user: String? = nil, password: String? = nil, token: String? = nil
  ) {
    self.user = user
    self.password = password
    self.token = token
  }

  /// Asks the sources that a remote names, else the environment.
  ///
  /// - Parameters:
  ///   - remote: The remote.
  ///   - request: Gives the environment, and receives messages of commands.
  /// - Throws: ``RemoteError``, or `FileSystemError`.
  init(for remote: Remote, _ request: SyncRequest) throws {
    let environment = request.environment
    user = remote.options[.user]
    password = try Secrets.text(
      of: remote.name, inFile: remote.options[.passwordFile],
      fromCommand: remote.options[.passwordCommand], said: request.said)
    guard password == nil else {
      if !remote.address.kind.isStore { token = password }
      return
    }
    // The variable for this remote alone comes first.
    password = environment(Secrets.variable("PASSWORD", of: remote.name))
    switch remote.address.kind {
    case .s3 where password == nil:
      password = environment("AWS_SECRET_ACCESS_KEY")
      user = user ?? environment("AWS_ACCESS_KEY_ID")
      token = environment("AWS_SESSION_TOKEN")
    case .http, .https: token = password
    default: break
    }
  }
}
