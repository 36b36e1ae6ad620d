import JournalEvents
import JournalInput
import Testing

/// Typed places.
struct PlaceInputTests {
  @Test(arguments: [
    ("52.52,13.405", 52.52, 13.405), (" 52.52, 13.405 ", 52.52, 13.405),
    ("-33.86 +151.2", -33.86, 151.2), ("52.52N 13.4E", 52.52, 13.4),
    ("33.86s,70.6w", -33.86, -70.6), ("0,-180", 0, -180),
  ])
  func twoNumbersAreAPlace(
    text: String, latitude: Double, longitude: Double
  ) throws {
    #expect(
      try PlaceInput.place(text)
        == Coordinates(latitude: latitude, longitude: longitude))
  }

  @Test(arguments: [
    "", ",", "52.52", "52.52,", "52,52, 13,405", "north, east", "nan,0",
    "inf,0", "0x1F,0", "1e1,0", "52..5,0", "--5,0", "-5S,0", "5E,5N", "S,W",
    ".5,0", "90.5,0", "0,180.5",
  ])
  func otherTextsAreRefused(text: String) {
    #expect(throws: InputError.self) { try PlaceInput.place(text) }
  }
}
