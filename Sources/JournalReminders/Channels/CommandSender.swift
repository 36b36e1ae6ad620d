internal import JournalExchange
internal import POSIXKit

/// Hands each message to a program of the user on its standard input.
final class CommandSender: ReminderSender {
  private let path: String
  private let channel: String
  private let environment: SenderEnvironment

  init(path: String, channel: String, _ environment: SenderEnvironment) {
    self.path = path
    self.channel = channel
    self.environment = environment
  }

  func send(_ message: ReminderMessage) throws -> String? {
    var output = HookOutput()
    var rest: [UInt8]? = message.json
    let outcome = Result {
      try AppendHook(at: path).run(
        variables: [
          "PLANTGUIDE_HOME": environment.home,
          "PLANTGUIDE_CHANNEL": channel,
        ],
        seconds: environment.share(of: environment.seconds), said: &output,
        inheriting: .plain
      ) {
        defer { rest = nil }
        return rest
      }
    }
    environment.said(output.bytes)
    do {
      try outcome.get()
    } catch let error as HookError {
      guard FileSystem.mayExist(path) else {
        throw ReminderChannelError.noProgram(path: path)
      }
      // A setting gives hooks more time, and channels none.
      var remedy = error.remedy
      if case .timedOut = error.reason { remedy = nil }
      throw ReminderChannelError.commandFailed(
        path: path, fault: error.fault, remedy)
    }
    return nil
  }

  func withdraw(_ name: String) {}
}
