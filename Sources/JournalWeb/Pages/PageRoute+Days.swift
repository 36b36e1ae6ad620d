internal import HTMLKit
internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalInput
internal import JournalPages
internal import JournalProjections
internal import JournalQueries
internal import JournalReports
internal import JournalSync
internal import JournalTime

extension PageRoute {
  /// The pages about other days: to come and gone by.
  static let days: [PageRoute] = [
    .page("upcoming") { call in
      let filter = try call.fields.taskFilter()
      let length = try call.fields.days() ?? UpcomingView.week
      let (view, pictures) = try call.read { snapshot in
        let view = try snapshot.upcomingView(filter, length: length)
        let plants = view.days.flatMap(\.tasks).map(\.plant)
        return (view, try snapshot.pictures(of: plants))
      }
      return UpcomingPage(view, length: length, pictures: pictures)
    },
    .page("calendar") { try $0.calendar(nil) },
    .page("calendar/{month}") { try $0.calendar($0.parameters[0]) },
    .page("history") { call in
      let typed = TypedFields(call.fields.allTexts)
      let limit = 50
      let hasType =
        typed["type"] != "" && typed["type"] != HistoryPage.everything
      if !hasType { _ = try call.fields.text("type") }
      var query = try call.historyQuery(limit: limit)
      if typed["type"] == "" {
        query.filter.types = Set(EventType.ofPeople.map(\.rawValue))
      }
      let guest = call.guest
      let (lines, next) = try call.read { snapshot in
        let household = try snapshot.household()
        var lines: [HistoryPage.Line] = []
        var offers = UndoOffers { id, _ in guest.undoing(id) }
        var last: HistoryEntry?
        let count = try snapshot.forEachEvent(query) { entry in
          guard lines.count < limit else { return }
          last = entry
          let offer = try offers.offer(of: entry, in: snapshot)
          lines.append(
            HistoryPage.Line(
              try snapshot.description(of: entry.event, in: household),
              action: entry.branchID, isUndone: entry.isUndone,
              isAmended: entry.isAmended,
              mayUndo: offer.mayUndo, extent: offer.extent))
        }
        let next = count > limit ? last.map { HistoryCursor($0) } : nil
        return (lines, next)
      }
      return HistoryPage(lines, next: next?.description, typed: typed)
    },
    .page("care/{action}", .changeAll) { call in
      let action = call.parameters[0]
      var request = AmendRequest(action, plants: try call.fields.texts("plant"))
      request.naming = PlantNaming(
        .exact, includesRemoved: true, followsMerges: true)
      request.kinds = try call.fields.kinds()
      let back = try call.fields.text("back").flatMap { WebRequest(.get, $0) }
      return try call.read { [request] snapshot in
        let care = try snapshot.recordedCare(meantBy: request)[0]
        return CareEditPage(
          care, of: try snapshot.displayName(of: care.plant) ?? "",
          action: action, in: snapshot.settings.units, snapshot.zone,
          back: back.map { PagePath($0) })
      }
    },
    .page("on-this-day") { call in
      let day = try call.fields.text("day").map { text in
        Timed<Day> {
          try DateInput.day(text, today: $0.today, preferring: .past)
        }
      }
      return OnThisDayPage(try call.read { try $0.onThisDay(before: day) })
    },
    .page("audit") { call in
      let typed = TypedFields(call.fields.allTexts)
      let showsAll = try call.fields.flag("all-rows") ?? false
      let audit = try call.audit()
      let (view, today) = try call.read { (try audit($0), $0.today) }
      return AuditPage(view, today: today, typed: typed, showsAll: showsAll)
    },
    .page("stats") { call in
      StatisticsPage(try call.read { try $0.statistics() })
    },
    .page("stats/care") { call in
      let typed = TypedFields(call.fields.allTexts)
      let plants = try call.fields.plants(nil, .exact(includesRemoved: true))
      let grace = try call.fields.number("grace", in: 0...365)
      let period = try call.period { last in
        CalendarMonth(of: last).advanced(by: -11).firstDay
      }
      let (view, today) = try call.read {
        (
          try $0.careReport(plants, period: period, grace: grace), $0.today
        )
      }
      return CareReportPage(view, today: today, typed: typed)
    },
  ]
}

extension APICall {
  /// Reads a month and one of its days: the one that is asked for, else today.
  fileprivate mutating func calendar(_ text: String?) throws -> any Page {
    let filter = try fields.taskFilter()
    let month = text.map { text in
      Timed<Day> { try DateInput.month(text, today: $0.today) }
    }
    let day = try fields.text("day").map { text in
      Timed<Day> { try DateInput.day(text, today: $0.today) }
    }
    let (view, dayView, pictures) = try read { snapshot in
      let view = try snapshot.monthView(of: month, filter)
      let today = snapshot.today
      let shown =
        day ?? (view.days.contains(today) ? Timed { _ in today } : nil)
      let dayView = try shown.map { try snapshot.dayView(of: $0, filter) }
      let plants =
        dayView.map { day in
          (day.overdue + day.due).map(\.plant) + day.done.map(\.plant)
        } ?? []
      return (view, dayView, try snapshot.pictures(of: plants))
    }
    return CalendarPage(view, day: dayView, pictures: pictures)
  }
}
