public import JournalTime

extension TimeLapse {
  /// A photo that may become part of a film.
  public struct Candidate<Photo: Sendable>: Sendable {
    public let photo: Photo
    public let taken: Instant
    /// The day on which it was taken, where it was taken.
    public let day: Day
    public let isFavorite: Bool

    public init(_ photo: Photo, taken: Instant, day: Day, isFavorite: Bool) {
      self.photo = photo
      self.taken = taken
      self.day = day
      self.isFavorite = isFavorite
    }
  }

  /// How often a photo is shown.
  public enum Pace: Sendable, Hashable {
    /// One of every so many days, counted from the first photo.
    case days(Int)
    /// One of each month of the calendar.
    case months

    /// Reads `day`, `week`, `month`, or a number of days such as `3d`; `nil`
    /// for anything else.
    public init?(_ text: String) {
      switch text {
      case "day": self = .days(1)
      case "week": self = .days(7)
      case "month": self = .months
      default:
        guard text.last == "d", let days = Int(text.dropLast()),
          1...100_000 ~= days
        else { return nil }
        self = .days(days)
      }
    }

    fileprivate func period(of day: Day, since first: Day) -> Int {
      switch self {
      case .days(let count): first.distance(to: day) / max(1, count)
      case .months: day.year * 12 + day.month
      }
    }
  }

  /// Chooses the photos of a film: of each period one, a favourite before
  /// others and the first before later ones.
  ///
  /// - Parameters:
  ///   - candidates: The photos, in any order.
  ///   - pace: How often one is shown.
  ///   - first: The first day of which photos count.
  ///   - last: The last day of which photos count.
  /// - Returns: The chosen ones, in the order in which they were taken.
  public static func choice<Photo>(
    of candidates: [Candidate<Photo>], every pace: Pace = .days(1),
    from first: Day? = nil, to last: Day? = nil
  ) -> [Candidate<Photo>] {
    let ordered = candidates.filter { candidate in
      (first ?? candidate.day) <= candidate.day
        && candidate.day <= (last ?? candidate.day)
    }.sorted { ($0.day, $0.taken) < ($1.day, $1.taken) }
    guard let start = ordered.first?.day else { return [] }
    var chosen: [Candidate<Photo>] = []
    var period: Int?
    for candidate in ordered {
      let own = pace.period(of: candidate.day, since: start)
      if own != period {
        chosen.append(candidate)
        period = own
      } else if candidate.isFavorite, chosen.last?.isFavorite == false {
        chosen[chosen.count - 1] = candidate
      }
    }
    return chosen
  }
}
