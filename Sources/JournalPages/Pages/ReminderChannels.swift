internal import HTMLKit
internal import JournalEvents
public import JournalReminders
public import JournalTime

/// The channels on which this machine reminds, and what each was given last. Only
/// the kind of an address is shown.
public struct ReminderChannels: Sendable {
  /// A channel with its last messages.
  public struct State: Sendable {
    private let channel: ReminderChannel
    fileprivate let messages: [(at: Instant, text: String)]
    fileprivate let failure: GivenReminders.Failure?

    /// Creates the state of a channel.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - messages: Its last messages in words, the latest first.
    ///   - failure: The error of the last message; `nil` if it was taken.
    public init(
      _ channel: ReminderChannel, messages: [(at: Instant, text: String)],
      failure: GivenReminders.Failure?
    ) {
      self.channel = channel
      self.messages = messages
      self.failure = failure
    }

    fileprivate var name: String { channel.name }
    fileprivate var kind: String {
      String(channel.address.description.prefix { $0 != ":" })
    }
  }

  private let states: [State]

  /// Creates the list.
  public init(_ states: [State]) { self.states = states }

  func write(
    to html: inout HTMLWriter, in context: PageContext, zone: TimeZoneRules,
    today: Day
  ) {
    html.section("Reminders", "reminders") { html in
      guard !states.isEmpty else {
        return html.element(
          .p, .class("note"),
          text:
            "The machine that shows these pages has no channel for reminders."
        )
      }
      html.element(.ul, .class("group")) { html in
        for state in states {
          html.element(.li, .class("row")) { html in
            html.element(.span, .class("tile")) { $0.icon(.clock, in: context) }
            html.element(.div, .class("row-main")) { html in
              html.element(.p) { html in
                html.element(.strong) { $0.isolated(state.name) }
                html.text(" ")
                html.element(.span, .class("note"), text: state.kind)
              }
              row(state, &html, zone: zone, today: today)
            }
          }
        }
      }
    }
  }

  private func row(
    _ state: State, _ html: inout HTMLWriter, zone: TimeZoneRules, today: Day
  ) {
    if let failure = state.failure {
      html.element(.p, .class("note")) { html in
        html.element(.span, .class("late"), text: "failed")
        html.text(" \(zone.words(of: failure.at, on: today)): ")
        html.isolated(failure.message)
      }
    }
    if state.messages.isEmpty {
      html.element(.p, .class("note"), text: "nothing sent yet")
    }
    for message in state.messages {
      html.element(.p, .class("note")) { html in
        html.text("sent \(zone.words(of: message.at, on: today)): ")
        html.isolated(message.text)
      }
    }
  }
}
