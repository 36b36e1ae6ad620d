internal import JournalEvents

/// Which segments of a writer to fetch.
enum SegmentChoice {
  /// Of segments that hold something lacking, those to fetch next, in the
  /// order in which they continue each other: the widest of each that does.
  ///
  /// Segments that end before all that is held or fetched then hold another
  /// branch, or nothing that is still lacking; that is seen once the others
  /// are stored. So of those, which may hold the same events, at most `limit`
  /// are chosen, and only where nothing else is.
  ///
  /// - Parameters:
  ///   - runs: Runs of one writer of which the last event is not held, by their
  ///     first events, the widest first.
  ///   - held: The greatest sequence held of the writer.
  ///   - limit: How many to choose of those that end before it.
  /// - Returns: The places of the segments, which rise.
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

  /// Of segments that follow each other, runs of many small neighbours that
  /// one larger segment should stand for.
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
    // What a larger one holds need not be put by itself.
    return merges.filter { merge in
      !merges.contains {
        $0 != merge && $0.first <= merge.first && $0.last >= merge.last
      }
    }
  }

  /// Of runs by their first events, the fewest that cover the same events.
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
