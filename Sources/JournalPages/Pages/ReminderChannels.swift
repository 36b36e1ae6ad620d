public import HTMLKit
package import JournalEvents
public import JournalReminders
public import JournalTime

/// The channels on which this machine reminds, what each was given last, and the
/// plants without reminders. Only the kind of an address is shown.
public struct ReminderChannels: Sendable {
  /// A channel with its last messages.
  public struct State: Sendable {
    private let channel: ReminderChannel
    fileprivate let messages: [(at: Instant, text: String)]
    fileprivate let failure: GivenReminders.Failure?
    fileprivate let fault: String?

    /// Creates the state of a channel.
    ///
    /// - Parameters:
    ///   - channel: The channel.
    ///   - messages: Its last messages in words, the latest first.
    ///   - failure: The error of the last message; `nil` if it was taken.
    ///   - fault: The reason why its messages cannot be read; `nil` for none.
    public init(
      _ channel: ReminderChannel, messages: [(at: Instant, text: String)],
      failure: GivenReminders.Failure?, fault: String?
    ) {
      self.channel = channel
      self.messages = messages
      self.failure = failure
      self.fault = fault
    }

    fileprivate var name: String { channel.name }
    fileprivate var isOfPage: Bool { channel.isOfPage }
    fileprivate var kind: String {
      String(channel.address.description.prefix { $0 != ":" })
    }
  }

  private let states: [State]
  private let plants: [PlantOption]
  private let muted: Set<PlantID>
  private let next: Instant?
  private let isRun: Bool
  private let fault: String?

  /// Creates the list.
  ///
  /// - Parameters:
  ///   - states: The channels.
  ///   - plants: The plants of the collection.
  ///   - muted: The plants without reminders.
  ///   - next: The moment of the next message; `nil` if none is to come.
  ///   - isRun: Whether something runs `remind` on this machine.
  ///   - fault: The reason why channels cannot be read; `nil` for none.
  package init(
    _ states: [State], plants: [PlantOption], muted: Set<PlantID>,
    next: Instant?, isRun: Bool, fault: String?
  ) {
    self.states = states
    self.plants = plants
    self.muted = muted
    self.next = next
    self.isRun = isRun
    self.fault = fault
  }

  func write(
    to html: inout HTMLWriter, in context: PageContext, zone: TimeZoneRules,
    today: Day
  ) {
    mutedPlants(&html, context)
    html.warning(fault.map { "Channels cannot be read: \($0)." })
    if states.isEmpty {
      if fault == nil {
        html.element(
          .p, .class("note"),
          text:
            "The machine that shows these pages has no channel for reminders.")
      }
    } else {
      html.element(.ul, .class("group")) { html in
        for state in states {
          row(state, &html, context, zone: zone, today: today)
        }
      }
      if !isRun {
        html.warning(
          "Nothing sends the messages. In a terminal on the machine that shows these pages, the command 'plantguide remind setup' sets that up."
        )
      } else if let next {
        html.element(
          .p, .class("note"),
          text: "The next message comes \(zone.words(of: next, on: today)).")
      }
    }
    adding(&html, context)
  }

  // MARK: Channels

  private func row(
    _ state: State, _ html: inout HTMLWriter, _ context: PageContext,
    zone: TimeZoneRules, today: Day
  ) {
    html.element(.li, .class("row")) { html in
      html.element(.span, .class("tile")) { $0.icon(.clock, in: context) }
      html.element(.div, .class("row-main")) { html in
        html.element(.p) { html in
          html.element(.strong) { $0.isolated(state.name) }
          html.text(" ")
          html.element(.span, .class("note"), text: state.kind)
        }
        messages(of: state, &html, zone: zone, today: today)
      }
      // What the machine knows a secret for, or starts, is its own matter.
      guard state.isOfPage else { return }
      html.element(.div, .class("row-actions")) { html in
        html.form(PageAction("channels", state.name, "test"), in: context) {
          $0.element(
            .button, .class("button", "is-soft", "is-compact"),
            .text(.ariaLabel, "Test: \(state.name)"), text: "Test")
        }
        html.form(
          PageAction("channels", state.name, method: .delete), in: context
        ) {
          $0.element(
            .button, .class("button", "is-soft", "is-compact", "is-overdue"),
            .text(.ariaLabel, "Remove: \(state.name)"), text: "Remove")
        }
      }
    }
  }

  private func messages(
    of state: State, _ html: inout HTMLWriter, zone: TimeZoneRules, today: Day
  ) {
    if let failure = state.failure {
      html.element(.p, .class("note")) { html in
        html.element(.span, .class("late"), text: "failed")
        html.text(" \(zone.words(of: failure.at, on: today)): ")
        html.isolated(failure.message)
      }
    }
    html.warning(state.fault.map { "Its messages cannot be read: \($0)." })
    if state.messages.isEmpty, state.fault == nil {
      html.element(.p, .class("note"), text: "nothing sent yet")
    }
    for message in state.messages {
      html.element(.p, .class("note")) { html in
        html.text("sent \(zone.words(of: message.at, on: today)): ")
        html.isolated(message.text)
      }
    }
  }

  private func adding(_ html: inout HTMLWriter, _ context: PageContext) {
    html.fold("Add a channel", in: context) { html in
      html.form(PageAction("channels"), in: context, isFlow: true) { html in
        html.element(.div, .class("fields")) { html in
          html.textField(
            "Address", "address", "channel-address",
            hint: "ntfys://ntfy.sh/our-plants-4711", isRequired: true)
          html.textField("Name", "name", "channel-name", hint: "my phone")
        }
        html.element(
          .p, .class("note"),
          text:
            "ntfys://SERVER/TOPIC reaches phones that follow the topic. It works like a password: choose one that nobody guesses. webhooks://SERVER/PATH posts messages as JSON. What needs a password is added on the machine itself."
        )
        html.button("Add")
      }
    }
  }

  // MARK: Plants

  private func mutedPlants(_ html: inout HTMLWriter, _ context: PageContext) {
    let told = plants.told.filter { muted.contains($0.id) }
    if !told.isEmpty {
      html.element(.p, .class("note"), text: "Plants without reminders:")
      html.element(.ul, .class("group")) { html in
        for plant in told {
          html.element(.li, .class("row")) { html in
            html.element(.div, .class("row-main")) { html in
              html.element(.p) { $0.isolated(plant.words) }
            }
            html.element(.div, .class("row-actions")) { html in
              html.form(
                PageAction("remind", "unmute").of(plant.id), in: context
              ) {
                $0.element(
                  .button, .class("button", "is-soft", "is-compact"),
                  .text(.ariaLabel, "Remind again of: \(plant.words)"),
                  text: "Remind again")
              }
            }
          }
        }
      }
    }
    guard told.count < plants.count else { return }
    html.fold("Mute a plant", in: context) { html in
      html.form(PageAction("remind", "mute"), in: context, isFlow: true) {
        html in
        html.plantField(
          "No reminders of", "plant", "mute-plant", plants, except: muted)
        html.button("Mute")
      }
    }
  }
}

/// The page that a test was sent to a channel.
public struct ChannelTestPage: Page {
  private let channel: String

  /// Creates the page of a channel's name.
  public init(_ channel: String) { self.channel = channel }

  public var title: String { "Test sent" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title)
    html.element(.p) { html in
      html.text("A test was sent to ")
      html.isolated(channel)
      html.text(". If it does not arrive, look at the channel's address.")
    }
    html.element(.div, .class("inline")) { html in
      html.element(
        .a, .class("button", "is-soft"), .href(PagePath("settings")),
        text: "Settings")
    }
  }
}
