import SearchEngine
import Testing

struct EditDistanceTests {
  @Test(arguments: [
    ("monty", "monty", 0), ("monty", "mnoty", 1), ("monty", "mony", 1),
    ("monty", "montty", 1), ("monty", "manty", 1), ("monty", "mnty", 1),
    ("", "ab", 2), ("kitten", "sitting", 3), ("苔玉", "苔", 1),
    ("grünlilie", "grunlilie", 1),
  ])
  func slipsAreCounted(left: String, right: String, distance: Int) {
    #expect(EditDistance.between(left, right, atMost: 3) == distance)
    #expect(EditDistance.between(right, left, atMost: 3) == distance)
    #expect(EditDistance.between(left, right, atMost: distance) == distance)
    if distance > 0 {
      #expect(
        EditDistance.between(left, right, atMost: distance - 1) == nil)
    }
  }

  @Test(arguments: [("ivy", 0), ("fern", 1), ("monty", 1), ("flamenco", 2)])
  func longerWordsMayHaveMoreSlips(word: String, allowance: Int) {
    #expect(EditDistance.allowance(for: word) == allowance)
  }
}
