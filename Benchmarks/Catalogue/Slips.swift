import JournalTestSupport

/// Makes the edits of a hand that types.
enum Edits {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  /// A name with `count` random edits: a letter too many, too few or wrong,
  /// or two neighbours swapped.
  static func typed(
    _ name: String, edits count: Int, _ random: inout SeededGenerator
  ) -> String {
    var text = Array(name)
    for _ in 0..<count { edit(&text, &random) }
    return String(text)
  }

  private static func edit(
    _ text: inout [Character], _ random: inout SeededGenerator
  ) {
    let place = random.int(0...(text.count - 1))
    switch random.int(0...3) {
    case 0: text.insert(random.pick(letters), at: place)
    case 1 where text.count > 1: text.remove(at: place)
    case 2 where place + 1 < text.count: text.swapAt(place, place + 1)
    default: text[place] = random.pick(letters)
    }
  }
}
