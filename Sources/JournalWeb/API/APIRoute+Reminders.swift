internal import Encodings
internal import ErrorKit
internal import JournalActions
internal import JournalEvents
internal import JournalProjections
internal import JournalQueries
internal import JournalReminders
internal import JournalReports
internal import POSIXKit

extension APIRoute {
  /// The plants without reminders, and the channels of the server's machine,
  /// which are no part of the journal.
  static let ofReminders: [APIRoute] = [
    .act(.post, "remind/mute", .changeAll) { try $0.mute(true) },
    .act(.post, "remind/unmute", .changeAll) { try $0.mute(false) },
    .act(.post, "channels", .changeAll) { call in
      let address = try call.fields.requiredText("address")
      let name = try call.fields.text("name")
      try call.fields.finish()
      let channel = try call.journal.addReminderChannel(
        ofPage: address, named: name)
      return WebResponse(json: { writer in
        writer.object {
          $0.member("name", channel.name)
          $0.member("address", channel.address.description)
          $0.member("lines", ["added \(channel.name)"])
        }
      })
    },
    .act(.post, "channels/{channel}/test", .changeAll, lane: .services) {
      call in
      try call.fields.finish()
      let journal = call.journal
      let channel = try journal.reminderChannel(ofPage: call.parameters[0])
      let day = try journal.read { $0.today }
      // Whatever variables the server has, no secret of them goes anywhere.
      let environment = SenderEnvironment(
        home: journal.homePath, sibling: ChildProcess.sibling)
      let outcome = journal.tryReminderChannel(
        channel, .test(on: day), in: environment)
      if let error = outcome.error { throw ChannelTestFailure(error) }
      call.result = .testedChannel(channel.name)
      return WebResponse(json: { writer in
        writer.object {
          $0.member("tested", channel.name)
          $0.member(
            "lines", ["sent a test to \(channel.name): see that it arrives"])
        }
      })
    },
    .act(.delete, "channels/{channel}", .changeAll) { call in
      try call.fields.finish()
      let name = call.parameters[0]
      try call.journal.removeReminderChannel(ofPage: name)
      return WebResponse(json: { writer in
        writer.object {
          $0.member("removed", name)
          $0.member("lines", ["removed \(name)"])
        }
      })
    },
  ]
}

extension APICall {
  /// Ends reminders of plants, or has them come again.
  fileprivate mutating func mute(_ isMuted: Bool) throws -> WebResponse {
    let plants = try fields.texts("plant")
    guard !plants.isEmpty else {
      throw FieldError("plant", "is missing; name plants")
    }
    let choice = PlantChoice(names: plants, naming: .exact())
    var names: [String] = []
    let report = { [wording] (receipt: Receipt) in
      WriteReport(ofMuting: receipt, names, isMuted, wording)
    }
    return try act(report: report) { journal, mode in
      let (receipt, changed) = try journal.muteReminders(
        of: choice, isMuted, mode)
      names = changed
      return receipt
    }
  }
}

/// The error that a test did not arrive. It is no fault of this server, and no
/// network was missing to it, so nothing sends the request again by itself.
private struct ChannelTestFailure: DescribedError {
  let facts: ErrorFacts

  init(_ error: any Error) {
    let facts = ErrorFacts(of: error)
    self.facts = ErrorFacts(
      .conflict, "the test did not arrive: \(facts.message)", facts.remedy,
      title: "Not Sent")
  }
}
