internal import JournalActions
internal import JournalCare
internal import JournalEvents
internal import JournalQueries
internal import TextKit

extension ScheduleAdvice {
  /// The sources of the values in words, one after the other.
  var sources: String {
    var fields: [(source: String, fields: [String])] = []
    for field in Field.allCases {
      guard let origin = origins[field] else { continue }
      let name = field == .intervalDays ? "interval" : field.words
      if let index = fields.firstIndex(where: { $0.source == origin.text }) {
        fields[index].fields.append(name)
      } else {
        fields.append((origin.text, [name]))
      }
    }
    return fields.map { source, fields in
      Phrase.list(fields, joinedBy: "and") + " " + source
    }.joined(separator: "; ")
  }
}

extension ScheduleAdvice.Field {
  fileprivate var words: String {
    switch self {
    case .intervalDays: "interval"
    case .winter: "winter"
    case .amount: "amount"
    case .fertilizer: "fertilizer"
    case .activeMonths: "months"
    }
  }
}

extension ScheduleAdvice.Origin {
  fileprivate var text: String {
    switch self {
    case .profile(let source): "from the care profile (\(source.words))"
    case .location(let location): "as it grows \(location.words)"
    case .standard: "by default"
    }
  }
}

extension GrowingLocation {
  fileprivate var words: String {
    switch self {
    case .indoor: "indoors"
    case .outdoor: "outdoors"
    case .greenhouse: "in a greenhouse"
    case .balcony: "on a balcony"
    }
  }
}
