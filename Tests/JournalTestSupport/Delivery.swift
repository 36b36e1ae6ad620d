public import JournalEvents

/// Orders in which events may travel.
public enum Delivery {
  /// A random order in which each event comes after the one it continues:
  /// what any way of syncing could bring.
  public static func shuffled(
    _ events: [RecordedEvent], using random: inout SeededGenerator
  ) -> [RecordedEvent] {
    var children: [EventHash: [RecordedEvent]] = [:]
    var ready: [RecordedEvent] = []
    for event in events {
      if event.header.previous == .zero {
        ready.append(event)
      } else {
        children[event.header.previous, default: []].append(event)
      }
    }
    var order: [RecordedEvent] = []
    while !ready.isEmpty {
      let index = Int.random(in: ready.indices, using: &random)
      let event = ready.remove(at: index)
      order.append(event)
      ready += children[event.hash] ?? []
    }
    return order
  }

  /// `events` cut into runs of random lengths.
  public static func batches(
    _ events: [RecordedEvent], using random: inout SeededGenerator
  ) -> [[RecordedEvent]] {
    var rest = events[...]
    var batches: [[RecordedEvent]] = []
    while !rest.isEmpty {
      let count = random.one(in: 3) ? 1 : random.int(1...20)
      batches.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return batches
  }
}
