internal import JournalEvents

/// Chooses the segments of a writer to fetch, and those to merge.
enum SegmentChoice {
  /// Returns the segments to fetch next of those that hold lacking events, in
  /// the order in which they continue each other: at each step the widest one.
  ///
  /// Segments that end before the events held, or fetched by then, are on
  /// another branch, or hold nothing that is still lacking; that shows once the
  /// others are stored. They may hold the same events, so at most `limit` of
  /// them are chosen, and only if there are no others.
  ///
  /// - Parameters:
  ///   - runs: Runs of one writer of which the last event is not held, by their
  ///     first events, the widest first.
  ///   - held: The greatest sequence held of the writer.
  ///   - limit: The number to choose of the segments that end before it.
  /// - Returns: The places of the segments, in ascending order.
  /// - Complexity: O(*n* log *n*) for *n* runs.
  static func next(
    among runs: [SegmentRun], held: UInt64, limit: Int = 1
  ) -> [Int] {
    var chosen: [Int] = []
    var reach = held
    var index = 0
    while true {
      var widest: Int?
      while index < runs.count, runs[index].first <= reach + 1 {
        if runs[index].last > max(reach, widest.map { runs[$0].last } ?? 0) {
          widest = index
        }
        index += 1
      }
      guard let widest else { break }
      chosen.append(widest)
      reach = runs[widest].last
    }
    guard chosen.isEmpty else { return chosen }
    return runs.indices.prefix { runs[$0].first <= held + 1 }
      .sorted { runs[$0].last > runs[$1].last }.prefix(limit).sorted()
  }

  /// Returns runs of many small neighbours, among segments that follow each
  /// other, for each of which one larger segment should stand.
  ///
  /// Sizes are powers of 16 in the number of events. Sixteen neighbours of a
  /// size, smaller ones between them not counted, make one of the next: so
  /// each event is written again once for each size.
  static func merges(of runs: [SegmentRun]) -> [SegmentRun] {
    var merges: [SegmentRun] = []
    var size: UInt64 = 16
    while size <= 1 << 16 {
      var stretch: [SegmentRun] = []
      func finish() {
        let full = stretch.count { $0.count >= size / 16 }
        if full >= 16, let first = stretch.first, let last = stretch.last,
          let run = SegmentRun(first: first.first, tip: last.tip)
        {
          merges.append(run)
        }
        stretch = []
      }
      for run in runs {
        let isNeighbour = stretch.last.map { $0.last + 1 >= run.first } ?? true
        if !isNeighbour || run.count >= size { finish() }
        if run.count < size { stretch.append(run) }
      }
      finish()
      size *= 16
    }
    // A run within a larger one need not be put by itself.
    return merges.filter { merge in
      !merges.contains {
        $0 != merge && $0.first <= merge.first && $0.last >= merge.last
      }
    }
  }

  /// Returns the fewest of `runs`, sorted by first event, that hold all events.
  static func cover(_ runs: [SegmentRun]) -> [SegmentRun] {
    var cover: [SegmentRun] = []
    var reach: UInt64 = 0
    var index = 0
    while index < runs.count {
      var widest: SegmentRun?
      while index < runs.count, runs[index].first <= reach + 1 {
        if runs[index].last > max(reach, widest?.last ?? 0) {
          widest = runs[index]
        }
        index += 1
      }
      guard let widest else { break }
      cover.append(widest)
      reach = widest.last
    }
    return cover
  }
}
