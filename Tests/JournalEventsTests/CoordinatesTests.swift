import JournalEvents
import Testing

/// Places are on the earth, and have five decimals.
struct CoordinatesTests {
  @Test func numbersAreRoundedAndSmallOnesHaveNoExponent() throws {
    for (latitude, longitude, text) in [
      (52.520_006_6, 13.404_954, "52.52001, 13.40495"),
      (-0.000_001, 0.000_01, "0, 0.00001"), (-90, 180, "-90, 180"),
      (-0.5, -179.999_999_9, "-0.5, -180"),
    ] {
      let place = try #require(
        Coordinates(latitude: latitude, longitude: longitude))
      #expect(place.description == text)
    }
    let zero = try #require(Coordinates(latitude: -0.000_001, longitude: -0.0))
    #expect(zero.latitude.sign == .plus && zero.longitude.sign == .plus)
  }

  @Test func whatIsNotOnTheEarthIsRefused() {
    for (latitude, longitude) in [
      (90.000_001, 0), (-91, 0), (0, 180.000_001), (0, -181),
      (.nan, 0), (0, .nan), (.infinity, 0), (0, -.infinity),
    ] {
      #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
    }
  }

  @Test func onlyEventsWithAPlaceAreOfVersion4() {
    func schema(
      _ model: String?, _ place: Coordinates?, photo: PhotoID? = nil
    ) -> UInt64 {
      EventBody.plantIdentified(
        PlantIdentified(
          source: .onDevice, topResults: [], photo: photo, model: model,
          place: place)
      ).schema
    }
    let place = Coordinates(latitude: 0, longitude: 0)
    #expect(schema(nil, nil) == 1)
    #expect(schema(nil, nil, photo: PhotoID(bits: .init(high: 0, low: 1))) == 2)
    #expect(schema("m", nil) == 3)
    #expect(schema(nil, place) == 4)
    #expect(schema("m", place) == 4)
  }
}
