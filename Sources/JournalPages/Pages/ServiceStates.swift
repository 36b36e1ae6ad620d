internal import ErrorKit
internal import HTMLKit
internal import JournalIdentification
package import JournalReports
package import JournalTime
package import PlantServices
internal import TextKit

/// The outside services, the kept answers and the models of the server's
/// machine, as a part of the settings. Keys are never shown nor entered.
public struct ServiceStates {
  private let report: ServicesReport?
  private let fault: String?
  private let askedAt: [PlantService: Instant]

  /// Creates the part of a machine whose services cannot be read, for a reason.
  package init(fault: String) {
    report = nil
    self.fault = fault
    askedAt = [:]
  }

  /// Creates the part.
  ///
  /// - Parameters:
  ///   - report: The services.
  ///   - askedAt: The moment at which each was last asked.
  package init(_ report: ServicesReport, askedAt: [PlantService: Instant]) {
    self.report = report
    fault = nil
    self.askedAt = askedAt
  }

  func write(
    to html: inout HTMLWriter, in context: PageContext, zone: TimeZoneRules,
    today: Day
  ) {
    html.warning(fault.map { "The services cannot be read: \($0)." })
    guard let report else { return }
    if report.isOffline {
      html.warning(
        "No service is asked: the setting offlineMode of the machine that shows these pages is on."
      )
    }
    html.element(.ul, .class("group")) { html in
      for status in report.statuses {
        row(
          status, mayTest: !report.isOffline, &html, context, zone: zone,
          today: today)
      }
      kept(report, &html, context)
    }
    models(report, &html)
    html.element(
      .p, .class("note"),
      text:
        "All of them are optional. In a terminal on that machine, the command 'plantguide services set SERVICE --key-file FILE' sets a key, and 'plantguide model add DIRECTORY' adds a model."
    )
  }

  private func row(
    _ status: ServiceStatus, mayTest: Bool, _ html: inout HTMLWriter,
    _ context: PageContext, zone: TimeZoneRules, today: Day
  ) {
    let title = status.service.title
    html.element(.li, .class("row")) { html in
      html.element(.span, .class("tile")) { $0.icon(.leaf, in: context) }
      html.element(.div, .class("row-main")) { html in
        html.element(.p) { html in
          html.element(.strong, text: title)
          html.text(" ")
          html.element(
            .span, .class("note"),
            text: status.service.needsKey
              ? Self.words(ofKeyFrom: status.keySource) : "needs no key")
        }
        state(of: status, &html, zone: zone, today: today)
        quota(of: status, &html, zone: zone, today: today)
      }
      guard status.isSetUp, mayTest else { return }
      html.element(.div, .class("row-actions")) { html in
        html.form(
          PageAction("services", status.service.rawValue, "test"), in: context
        ) {
          $0.element(
            .button, .class("button", "is-soft", "is-compact"),
            .text(.ariaLabel, "Test: \(title)"), text: "Test")
        }
      }
    }
  }

  private static func words(ofKeyFrom source: String?) -> String {
    switch source {
    case "file": "key in a file"
    case "command": "key by a command"
    case nil: "no key"
    default: "key in the environment"
    }
  }

  private func state(
    of status: ServiceStatus, _ html: inout HTMLWriter, zone: TimeZoneRules,
    today: Day
  ) {
    guard status.isSetUp else { return }
    guard let at = askedAt[status.service] else {
      return html.element(.p, .class("note"), text: "not asked yet")
    }
    html.element(.p, .class("note")) { html in
      if case .failed(let facts) = status.outcome {
        html.element(.span, .class("late"), text: status.words)
        html.text(" \(zone.words(of: at, on: today))")
        html.void(.br)
        html.isolated(facts.message)
      } else {
        html.text("\(status.words) \(zone.words(of: at, on: today))")
      }
    }
  }

  private func quota(
    of status: ServiceStatus, _ html: inout HTMLWriter, zone: TimeZoneRules,
    today: Day
  ) {
    guard let words = status.quotaCount else { return }
    let level = QuotaLevel(usedShare: status.usedShare ?? 0)
    html.element(.p, .class("tag", level.style), text: words)
    guard let end = status.quotaEnd else { return }
    html.element(
      .p, .class("note"), text: "until \(zone.words(of: end, on: today))")
  }

  private func kept(
    _ report: ServicesReport, _ html: inout HTMLWriter, _ context: PageContext
  ) {
    let size = report.cache.size
    html.element(.li, .class("row")) { html in
      html.element(.span, .class("tile")) { $0.icon(.clock, in: context) }
      html.element(.div, .class("row-main")) { html in
        html.element(.p) { $0.element(.strong, text: "Kept answers") }
        html.element(
          .p, .class("note"),
          text: report.cacheFault.map {
            SafeText.shown("They cannot be read: \($0)")
          }
            ?? "\(Phrase.count(size.count, "answer")), \(Self.text(size.bytes)) of at most \(Self.text(report.cache.limit))"
        )
      }
      guard size.count > 0 else { return }
      html.element(.div, .class("row-actions")) { html in
        html.form(PageAction("cache", method: .delete), in: context) {
          $0.element(
            .button, .class("button", "is-soft", "is-compact"),
            .text(.ariaLabel, "Clear: kept answers"), text: "Clear")
        }
      }
    }
  }

  private static func text(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\((bytes + 1_023) >> 10) KiB" : "\(bytes >> 20) MiB"
  }

  private func models(_ report: ServicesReport, _ html: inout HTMLWriter) {
    guard !report.models.isEmpty else {
      if let fault = report.modelDoubt {
        return html.warning("The models cannot be read: \(fault).")
      }
      return html.element(
        .p, .class("note"),
        text: "There is no model that identifies plants on that machine.")
    }
    if report.modelDoubt != nil {
      let way = Wording.remedyOfPages(.checkModel(report.model)) ?? ""
      html.warning("The model needs a check. \(way).")
    }
    html.element(.ul, .class("group", "numbers")) { html in
      for (name, card) in report.models {
        html.element(.li) { html in
          html.element(.span) { html in
            html.element(.strong) { $0.isolated(card?.name ?? name) }
            html.text(" ")
            html.element(.span, .class("note")) { html in
              guard let card else { return html.text("cannot be read") }
              html.isolated("model, \(card.version), \(card.licence)")
            }
          }
          if name == report.model {
            html.element(.span, .class("note")) {
              $0.isolated(report.modelDoubt ?? "identifies plants")
            }
          }
        }
      }
    }
  }
}

extension ServiceStatus {
  /// A Boolean value that indicates whether the service can be asked.
  fileprivate var isSetUp: Bool { keySource != nil || !service.needsKey }
}

extension QuotaLevel {
  fileprivate var style: StaticString {
    switch self {
    case .ample: "is-accent"
    case .scarce: "is-fertilizing"
    case .short: "is-overdue"
    }
  }
}
