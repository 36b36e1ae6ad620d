public import JournalTime

extension TimeLapse {
  /// A photo that may become part of a film.
  public struct Candidate<Photo: Sendable>: Sendable {
    public let photo: Photo
    public let taken: Instant
    /// The day on which it was taken, at its own place.
    public let day: Day
    public let isFavorite: Bool

    public init(_ photo: Photo, taken: Instant, day: Day, isFavorite: Bool) {
      self.photo = photo
      self.taken = taken
      self.day = day
      self.isFavorite = isFavorite
    }
  }

  /// The pace of a film.
  public enum Pace: Sendable, Hashable {
    /// A photo every so many days, counted from the first photo.
    case days(Int)
    /// A photo of each calendar month.
    case months

    /// Reads `day`, `week`, `month`, or a number of days such as `3d`; `nil`
    /// for any other text.
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

  /// Chooses the photos of a film: one of each period, favourites first, then
  /// the earliest.
  ///
  /// - Parameters:
  ///   - candidates: The photos, in any order.
  ///   - pace: The pace of the film.
  ///   - first: The first day of photos that count.
  ///   - last: The last day of photos that count.
  /// - Returns: The chosen photos, in the order in which they were taken.
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
