public import HTMLKit
internal import JournalCare
internal import JournalEvents
public import JournalQueries
internal import JournalReports
public import JournalSync
public import JournalTime
internal import TextKit

/// The settings, and what belongs to the journal as a whole.
public struct SettingsPage: Page {
  /// A remote with its state.
  public typealias RemoteState = (name: String, status: RemoteStatus)

  private let rows: [SettingRow]
  private let remotes: [RemoteState]
  private let log: LogStatusView
  private let program: String
  private let zone: TimeZoneRules
  private let today: Day
  private let mayRename: Bool
  private let calendars: CalendarAddresses?
  private let channels: ReminderChannels?
  private let services: ServiceStates?

  /// Creates the page.
  ///
  /// - Parameters:
  ///   - rows: The settings of the journal.
  ///   - remotes: The remotes.
  ///   - log: The contents of the log.
  ///   - program: The name and the version of the program.
  ///   - zone: The time zone.
  ///   - today: The day of the view.
  ///   - mayRename: Whether the reader may choose the name that history shows.
  ///   - calendars: The addresses for calendar programs; `nil` for a reader who
  ///     may not make any.
  ///   - channels: The channels for reminders; `nil` for such a reader, too.
  ///   - services: The outside services; `nil` for such a reader, too.
  public init(
    _ rows: [SettingRow], remotes: [RemoteState], log: LogStatusView,
    program: String, zone: TimeZoneRules, today: Day, mayRename: Bool,
    calendars: CalendarAddresses?, channels: ReminderChannels?,
    services: ServiceStates?
  ) {
    self.rows = rows
    self.remotes = remotes
    self.log = log
    self.program = program
    self.zone = zone
    self.today = today
    self.mayRename = mayRename
    self.calendars = calendars
    self.channels = channels
    self.services = services
  }

  public var title: String { "Settings" }
  public var tab: PageTab? { .settings }

  public func write(to html: inout HTMLWriter, in context: PageContext) {
    html.masthead(title)
    ownName(&html, context)
    appearance(&html, context)
    places(&html, context)
    export(&html, context)
    html.section("Journal", "journal") { html in
      settings(
        rows.filter { !$0.isOfReminders && !$0.isOfServices }, &html, context)
    }
    html.section("Reminders", "reminders") { html in
      settings(rows.filter(\.isOfReminders), &html, context)
      channels?.write(to: &html, in: context, zone: zone, today: today)
    }
    calendars?.write(to: &html, in: context, zone: zone, today: today)
    html.section("Services", "services") { html in
      settings(rows.filter(\.isOfServices), &html, context)
      services?.write(to: &html, in: context, zone: zone, today: today)
    }
    sync(&html)
    storage(&html, context)
    about(&html, context)
  }

  // MARK: The reader, appearance and places

  /// Writes the field of the reader's name, which history shows.
  private func ownName(_ html: inout HTMLWriter, _ context: PageContext) {
    guard context.may(.undoOwn), mayRename else { return }
    html.section("Your name", "you") { html in
      html.form(PageAction("name", method: .patch), in: context) { html in
        html.element(.div, .class("beside-field")) { html in
          html.textField(
            "As others see it beside what you did", "name", "own-name",
            value: context.reader ?? "")
          html.button("Save", "your name", style: "is-soft")
        }
      }
      html.element(
        .p, .class("note"),
        text:
          "It stands beside all that you recorded here, also before. In a terminal on the machine that shows these pages, the command 'plantguide log name' names that machine."
      )
    }
  }

  private func appearance(_ html: inout HTMLWriter, _ context: PageContext) {
    let schemes: [(HTMLWriter.ColorScheme, StaticString, String)] = [
      (.system, "system", "As the system"), (.light, "light", "Light"),
      (.dark, "dark", "Dark"),
    ]
    html.section("Appearance", "appearance") { html in
      html.form(PageAction(ofPages: "appearance"), in: context) { html in
        html.element(
          .div, .class("inline"), .word(.role, "group"),
          .reference(.ariaLabelledby, "appearance")
        ) { html in
          for (scheme, value, words) in schemes {
            let isOn = scheme == context.colorScheme
            html.element(
              .button, .class("button", "is-compact", isOn ? nil : "is-soft"),
              .word(.fieldName, "appearance"), .value("\(value)"),
              .state(.pressed, isOn), text: words)
          }
        }
      }
      html.element(
        .p, .class("note"), text: "This browser alone keeps it, for a year.")
    }
  }

  private func places(_ html: inout HTMLWriter, _ context: PageContext) {
    var places: [(String, String, PagePath)] = [
      ("Rooms", "names, icons and order", PagePath("rooms"))
    ]
    if context.may(.changeAll) {
      places.append(
        ("Household", "who may see and do what", PagePath("household")))
    }
    places += [
      ("One-off tasks", "of plants and of the home", PagePath("tasks")),
      ("Sheet for a sitter", "to print", PagePath("sitter")),
      ("Labels", "to print", PagePath("labels")),
      ("History", "who did what, and undo", PagePath("history")),
      ("Audit", "care compared with the schedules", PagePath("audit")),
      ("Numbers", "the collection and its care", PagePath("stats")),
      ("Offline", "what this browser keeps", PagePath("offline")),
    ]
    html.section("More", "more") { html in
      html.element(.ul, .class("group", "places")) { html in
        for (name, line, path) in places {
          html.element(.li) { html in
            html.element(.a, .href(path)) { html in
              html.element(.span) { html in
                html.element(.strong, text: name)
                html.text(" ")
                html.element(.span, .class("note"), text: line)
              }
              html.icon(.chevron, in: context)
            }
          }
        }
      }
    }
  }

  // MARK: The journal's settings

  private func settings(
    _ rows: [SettingRow], _ html: inout HTMLWriter, _ context: PageContext
  ) {
    html.element(.ul, .class("group", "settings")) { html in
      for row in rows { setting(row, &html, context) }
    }
  }

  private func setting(
    _ row: SettingRow, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    guard row.name?.isUsed ?? false,
      let key = SettingKey(rawValue: row.key), key.form != .plants
    else { return }
    let id = HTMLID("setting", row.key)
    let hint = HTMLID("hint", row.key)
    let hasParts = key.form.separator != nil && context.may(.changeAll)
    html.element(.li, .class("setting")) { html in
      html.element(.div) { html in
        html.element(
          hasParts ? .strong : .label,
          hasParts ? .id(id) : .reference(.for, id), text: key.label)
        html.element(.p, .class("note"), .id(hint), text: "\(key.pageSummary).")
      }
      guard context.may(.changeAll) else {
        return html.element(.output, .id(id)) {
          $0.isolated(Self.shown(row.shown(row.value), key.form))
        }
      }
      let action = PageAction("settings", row.key, method: .patch)
      html.form(action, in: context) { html in
        html.shown("value", [text(of: row, key.form)])
        control(row, key.form, id, hint, &html)
        html.element(
          .button, .class("button", "is-soft", "is-compact"),
          .text(.ariaLabel, "Save: \(key.label)"), text: "Save")
      }
    }
  }

  private static func shown(_ word: String, _ form: SettingForm) -> String {
    form == .flag ? (word == "true" ? "on" : "off") : word
  }

  private func text(of row: SettingRow, _ form: SettingForm) -> String {
    row.value == .null ? "" : form.text(of: row.value) ?? row.value.text
  }

  private func control(
    _ row: SettingRow, _ form: SettingForm, _ id: HTMLID, _ hint: HTMLID,
    _ html: inout HTMLWriter
  ) {
    let value = text(of: row, form)
    func input(_ type: StaticString, _ further: HTMLAttribute...) {
      html.void(
        .input, .word(.type, type), .id(id), .word(.fieldName, "value"),
        .value(value), .reference(.ariaDescribedby, hint),
        further.first ?? .absent, further.count > 1 ? further[1] : .absent)
    }
    switch form {
    case .choice, .flag, .confidence:
      html.element(
        .select, .id(id), .word(.fieldName, "value"),
        .reference(.ariaDescribedby, hint)
      ) { html in
        for word in form.words {
          html.element(
            .option, .value(word), .flag(.selected, if: word == value),
            text: Self.shown(word, form))
        }
      }
    case .timeOfDay: input("time")
    case .timeSpan: span("time", value, by: "-", of: id, hint, &html)
    case .daySpan: span("date", value, by: "..", of: id, hint, &html)
    case .weekdays, .kinds:
      let chosen = value.split(separator: ",").map(String.init)
      let words = form.words + chosen.filter { !form.words.contains($0) }
      parts(of: id, hint, &html) { html in
        for word in words {
          html.choice(
            "checkbox", "value", word, isOn: chosen.contains(word),
            form == .kinds ? TaskKind(word)?.words ?? word : word)
        }
      }
    case .whole(let range):
      input(
        "number", .number(.min, Double(range.lowerBound)),
        .number(.max, Double(range.upperBound)))
    case .gathering:
      let list = HTMLID("list", row.key)
      input("text", .reference(.list, list))
      html.element(.datalist, .id(list)) { html in
        for word in form.words { html.element(.option, .value(word)) }
      }
    default: input("text")
    }
  }

  /// Writes the two fields of a span, which are sent as parts of one value.
  private func span(
    _ type: StaticString, _ value: String, by separator: String,
    of id: HTMLID, _ hint: HTMLID, _ html: inout HTMLWriter
  ) {
    let ends = value.split(separator: separator).map(String.init)
    parts(of: id, hint, &html) { html in
      for (label, end) in [("From", ends.first), ("Until", ends.last)] {
        html.void(
          .input, .word(.type, type), .word(.fieldName, "value"),
          .value(end ?? ""), .text(.ariaLabel, label))
      }
    }
  }

  private func parts(
    of id: HTMLID, _ hint: HTMLID, _ html: inout HTMLWriter,
    content: (inout HTMLWriter) -> Void
  ) {
    html.element(
      .div, .class("inline"), .word(.role, "group"),
      .reference(.ariaLabelledby, id), .reference(.ariaDescribedby, hint),
      content: content)
  }

  // MARK: Sync and storage

  private func sync(_ html: inout HTMLWriter) {
    html.section("Sync", "sync") { html in
      guard !remotes.isEmpty else {
        return html.element(.p, .class("note"), text: "There is no remote.")
      }
      html.element(.ul, .class("group", "numbers")) { html in
        for (name, status) in remotes {
          html.element(.li) { html in
            html.element(.span) { html in
              html.element(.strong) { $0.isolated(name) }
              html.text(" ")
              if status.failures != nil {
                html.element(.span, .class("late"), text: "failed")
              } else {
                html.element(
                  .span, .class("note"),
                  text: status.syncedAt.map {
                    "synced \(zone.words(of: $0, on: today))"
                  } ?? "never synced")
              }
            }
            html.element(
              .span, .class("note"),
              text: status.ahead == 0
                ? "nothing to send"
                : "\(Phrase.count(Int(clamping: status.ahead), "event")) to send"
            )
          }
        }
      }
    }
  }

  private func storage(_ html: inout HTMLWriter, _ context: PageContext) {
    html.section("Storage", "storage") { html in
      html.element(.ul, .class("figures")) { html in
        html.figure("\(log.events)", "events", to: PagePath("history"))
        html.figure("\(log.dataBytes / 1024) KiB", "on the disk", to: nil)
        html.figure("\(log.bytesPerEvent)", "bytes an event", to: nil)
      }
      let parts = log.parts.filter { $0.entries > 0 }
        .sorted { $0.bytes > $1.bytes }
      let most = parts.first?.bytes ?? 0
      html.fold("Parts of the file, for experts", in: context) { html in
        html.element(.ul, .class("group", "numbers")) { html in
          for part in parts {
            html.element(.li) { html in
              html.element(.span, text: part.name)
              html.element(.strong, text: "\(part.bytes / 1024) KiB")
              html.bar([(part.bytes, "is-on-time")], of: most)
            }
          }
        }
      }
    }
  }

  // MARK: Export, about, and the way out

  private func export(_ html: inout HTMLWriter, _ context: PageContext) {
    let files = [
      ("Collection, JSON", "collection.json"), ("Plants, CSV", "plants.csv"),
      ("Schedules, CSV", "schedules.csv"), ("Rooms, CSV", "rooms.csv"),
      ("History, CSV", "history.csv"), ("Calendar", "calendar.ics"),
    ]
    html.section("Export", "export") { html in
      html.element(.ul, .class("inline")) { html in
        for (words, file) in files {
          html.element(.li) { html in
            html.element(
              .a, .class("button", "is-soft", "is-compact"),
              .href(PagePath("export", file)), .flag(.download),
              text: words)
          }
        }
      }
    }
  }

  private func about(_ html: inout HTMLWriter, _ context: PageContext) {
    html.section("About", "about") { html in
      html.element(.p) { $0.isolated(program) }
      html.element(
        .p, .class("note"),
        text:
          "Your journal is on the machine that shows these pages. Nothing leaves it, except to the remotes and the services that you set up yourself."
      )
      html.element(
        .p, .class("note"),
        text:
          "PlantGuide is free software under the MIT licence. The page of each plant names the sources of its care data."
      )
      html.form(PageAction(ofPages: "sign-out"), in: context) { html in
        html.element(
          .button, .class("button", "is-soft"), .data("sign-out", "true"),
          text: "Sign out")
      }
      guard context.may(.changeAll) else { return }
      html.element(
        .a, .class("button", "is-soft", "is-overdue"),
        .href(PagePath("delete-all")), text: "Delete the whole journal")
    }
  }
}

extension SettingRow {
  /// A Boolean value that indicates whether the setting is about reminders.
  fileprivate var isOfReminders: Bool { key.hasPrefix("reminder") }
  /// A Boolean value that indicates whether the setting is about services and
  /// models.
  fileprivate var isOfServices: Bool {
    [.identificationMethod, .minimumConfidence].contains(
      SettingKey(rawValue: key))
  }
}
