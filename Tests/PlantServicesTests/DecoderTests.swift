import Encodings
import ErrorKit
import JournalCare
import JournalEvents
import Testing

@testable import PlantServices

/// The decoders of answers, which take any shape.
struct DecoderTests {
  private func json(_ text: String) throws -> JSONValue {
    try JSONReader.parse(Array(text.utf8).span.bytes)
  }

  @Test func aSpeciesOfTheOldGeneration() throws {
    let species = try #require(
      SpeciesFacts(
        trefle: json(
          """
          {"data":{"id":1,"slug":"hoya-carnosa","scientific_name":"Hoya carnosa",
          "author":"(L.f.) R.Br.","family":"Apocynaceae","genus":"Hoya",
          "common_names":{"en":["Wax plant"],"eng":["Wax plant","Porcelain flower"]},
          "images":{"":[{"id":3,"image_url":"https://a.example/1","copyright":null}],
          "flower":[{"image_url":"https://a.example/2",
          "copyright":"Taken May 1, 2019 by Bo by Bo (cc-by)"}],"leaf":null},
          "growth":{"light":7,"atmospheric_humidity":4,"soil_nutriments":null,
          "minimum_temperature":{"deg_f":50},"bloom_months":["jun","Jul",3]}}}
          """)))
    #expect(species.commonNames["en"] == ["Wax plant", "Porcelain flower"])
    #expect(species.pictures.map(\.organ) == [nil, "flower"])
    #expect(species.pictures[1].author == "Bo by Bo")
    #expect(species.pictures[1].licence == "cc-by")
    #expect(species.growth.minimumTemperature == 10)
    #expect(species.bloom?.months == [6, 7])
    #expect(species.rejected.isEmpty)
  }

  @Test func aPlantHasItsSpeciesInside() throws {
    let species = SpeciesFacts(
      trefle: try json(
        """
        {"data":{"slug":"x","scientific_name":"X","growth":{"light":1},
        "family":{"name":"Yaceae"},"main_species":{"slug":"y","id":2,
        "scientific_name":"Y y","growth":{"light":9},"family":"Yaceae"}}}
        """))
    #expect(species?.scientificName == "Y y")
    #expect(species?.growth.light == 9)
  }

  @Test(arguments: [
    "{}", "[]", "null", #"{"data":null}"#, #"{"data":[]}"#,
    #"{"data":{"slug":7}}"#, #"{"data":{"scientific_name":"X"}}"#,
  ])
  func whatNamesNoSpecies(_ text: String) throws {
    #expect(SpeciesFacts(trefle: try json(text)) == nil)
    #expect(SpeciesFacts(openPlantbook: try json(text)) == nil)
    #expect(TreflePage(try json(text)).rows.isEmpty)
    #expect(PlantNet.answer(try json(text)).candidates.isEmpty)
  }

  /// The level is that of the middle on a logarithmic scale, from 10 lux (0) to
  /// 100,000 lux (10).
  @Test(arguments: [
    (10, 10, 0), (100_000, 100_000, 10), (1_000, 1_000, 5), (100, 10_000, 5),
    (800, 15_000, 6), (0, 5, 0), (200_000, 200_000, 10),
  ])
  func luxIsALevelOfLight(low: Int, high: Int, level: Int) throws {
    let species = SpeciesFacts(
      openPlantbook: try json(
        #"{"pid":"x","min_light_lux":\#(low),"max_light_lux":\#(high)}"#))
    #expect(species?.growth.light == level)
    #expect(species?.rejected == [])
  }

  @Test func aPlantOfOpenPlantbook() throws {
    let species = try #require(
      SpeciesFacts(
        openPlantbook: json(
          """
          {"pid":"hoya carnosa","alias":"wax plant","max_temp":"35","min_temp":5,
          "image_url":"http://a.example/1","max_env_humid":101,
          "min_env_humid":30,"common_names":[{"name":"Wachsblume","lang":"de"},
          {"lang":"fr"},7]}
          """)))
    #expect(species.scientificName == "hoya carnosa")
    #expect(species.commonNames == ["en": ["wax plant"], "de": ["Wachsblume"]])
    #expect(species.pictures.isEmpty)
    #expect(species.ranges.map(\.condition) == [.temperature])
    #expect(species.growth.maximumTemperature == 35)
    #expect(species.rejected == ["max_env_humid 101"])
  }

  @Test func aNameMeansItsAcceptedSpecies() throws {
    let row = try #require(
      TrefleRow(
        json(
          """
          {"slug":"s","scientific_name":"Citrus × limon","author":"(L.) Osbeck",
          "synonyms":["Citrus medica limon",{"name":"Citrus limonum"}]}
          """)))
    #expect(row.isNamed("citrus x limon"))
    #expect(row.isNamed("Citrus limon (L.) Osbeck"))
    #expect(!row.isNamed("Citrus medica"))
    #expect(row.wasNamed("Citrus limonum"))
  }

  @Test func anIdentification() throws {
    let answer = PlantNet.answer(
      try json(
        """
        {"query":{"project":"all","images":["a"],"organs":["leaf"]},
        "predictedOrgans":[{"image":"a","organ":"leaf","score":0.9}],
        "language":"en","preferedReferential":"k-world-flora",
        "bestMatch":"Hoya carnosa (L.f.) R.Br.",
        "results":[
        {"score":0.3,"species":{"scientificName":"Hoya obovata Decne."},
         "gbif":null,"iucn":{"id":"1","category":"LC"}},
        {"score":0.889,"species":{"scientificNameWithoutAuthor":"Hoya carnosa",
         "scientificNameAuthorship":"(L.f.) R.Br.",
         "genus":{"scientificNameWithoutAuthor":"Hoya"},
         "family":{"scientificName":"Apocynaceae"},"commonNames":["Wax plant",""]},
         "images":[{"organ":"leaf","author":"Anna","license":"cc-by-sa",
          "date":{"timestamp":1,"string":"x"},
          "url":{"o":"https://b.example/o","m":"https://b.example/m",
          "s":"https://b.example/s"},"citation":"c"},{"url":null}],
         "gbif":{"id":5414165},"powo":{"id":"774441-1"}},
        {"score":7,"species":{"scientificName":"Broken"}},{"score":0.1}],
        "version":"2026-03-20 (7.5)","remainingIdentificationRequests":416}
        """))
    #expect(answer.model == "k-world-flora")
    #expect(answer.version == "2026-03-20 (7.5)")
    #expect(answer.quota?.remaining == 416)
    #expect(
      answer.candidates.map(\.scientificName)
        == ["Hoya carnosa", "Hoya obovata Decne."])
    let best = answer.candidates[0]
    #expect(best.gbifID == "5414165" && best.family == "Apocynaceae")
    #expect(best.commonNames == ["Wax plant"])
    #expect(best.pictures.count == 1)
    #expect(best.pictures[0].licence == "cc-by-sa")
    #expect(best.pictures[0].thumbnailURL == "https://b.example/s")
  }

  @Test func aQuota() throws {
    let quota = PlantNet.quota(
      try json(
        #"{"day":"2026-09-28","quota":{"identify":{"count":84,"total":500}}}"#))
    #expect(quota.remaining == 416 && quota.total == 500)
    #expect(PlantNet.quota(.null).remaining == nil)
  }

  @Test func aFormNamesEachPhotoAndItsOrgan() {
    let jpeg: [UInt8] = [0xff, 0xd8, 0xff, 0x0d, 0x0a]
    let form = String(
      decoding: PlantNet.form(
        [.init(jpeg, organ: "leaf"), .init([0x89, 0x50, 0x4e, 0x47])], "b"),
      as: UTF8.self)
    #expect(form.split(separator: "name=\"images\"").count == 3)
    #expect(form.contains("filename=\"photo2.png\"\r\nContent-Type: image/png"))
    #expect(
      form.hasSuffix(
        "name=\"organs\"\r\n\r\nauto\r\n--b--\r\n"))
    #expect(form.contains("name=\"organs\"\r\n\r\nleaf\r\n"))
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Thu, 29 Feb 2024 23:59:59 GMT", 1_709_251_199),
  ])
  func datesOfHTTP(_ text: String, _ seconds: Int) {
    #expect(HTTPDate.seconds(of: text) == seconds)
  }

  @Test func hugeNumbersOfHeadersAreBounded() {
    let huge = "9223372036854775807"
    let headers = AnswerHeaders(
      [
        "ratelimit": "\"x\";r=\(huge);t=\(huge)", "retry-after": huge,
        "cache-control": "max-age=\(huge)", "ratelimit-reset": huge,
      ], now: 1_800_000_000)
    #expect((headers.resetsAt ?? 0) > 0)
  }

  @Test func careSaysWhereEachNeedComesFrom() throws {
    var facts = GrowthFacts()
    facts.light = 6
    facts.soilNutriments = 2
    let care = ForeignCare(
      facts, source: .trefle, url: "https://trefle.io/api/v1/species/x")
    #expect(care.needs == [.light, .fertilizer])
    let filled = care.filled(from: .generic)
    #expect(filled.light == 6 && filled.fertilizer == nil)
    #expect(filled.watering == CareProfiled.generic.watering)
    #expect(
      filled.sourceURL
        == "https://trefle.io/api/v1/species/x#light,fertilizer;generic")
    let origins = try #require(CareOrigins(of: filled))
    #expect(origins.needs == care.needs && origins.rest == .generic)
    let nothing = ForeignCare(GrowthFacts(), source: .trefle, url: "u")
    #expect(nothing.filled(from: .generic) == .generic)
  }

  @Test func namesHaveTheFormOfTypedOnes() throws {
    let long = String(repeating: "x", count: 201)
    let many = (0..<60).map { "\"n\($0)\"" }.joined(separator: ",")
    let answer = PlantNet.answer(
      try json(
        """
        {"remainingIdentificationRequests":-1,"results":[
        {"score":0.9,"species":{"scientificNameWithoutAuthor":"\(long)",
        "scientificName":" Hoya carnosa ","scientificNameAuthorship":"\(long)",
        "commonNames":["\(long)"," ","Wax plant","Wax plant"]}},
        {"score":0.8,"species":{"scientificName":"  "}},
        {"score":0.7,"species":{"scientificName":"X y","commonNames":[\(many)]}}]}
        """))
    #expect(answer.candidates.map(\.scientificName) == ["Hoya carnosa", "X y"])
    #expect(answer.candidates[0].commonNames == ["Wax plant"])
    #expect(answer.candidates[0].author.isEmpty)
    #expect(answer.candidates[1].commonNames.count == 50)
    #expect(answer.quota?.remaining == nil)
    let quota = PlantNet.quota(
      try json(#"{"quota":{"identify":{"total":-5,"remaining":-1}}}"#))
    #expect(quota.total == nil && quota.remaining == nil)
    #expect(
      AnswerHeaders(["ratelimit": "\"day\";r=-1;t=60"], now: 0).remaining == nil
    )
    let far = AnswerHeaders(["ratelimit-reset": "\(Int.max)"], now: 0)
    #expect(far.resetsAt == nil)
    let trefle = try json(
      """
      {"slug":"x","scientific_name":"X y","author":"\(long)","family":" ",
      "common_names":{"en":["\(long)"],"de":["a","a"," "]},"common_name":"b"}
      """)
    let species = try #require(SpeciesFacts(trefle: trefle))
    #expect(species.commonNames == ["de": ["a"], "en": ["b"]])
    #expect(species.author.isEmpty && species.family.isEmpty)
    #expect(
      SpeciesFacts(
        trefle: try json(#"{"slug":"x","scientific_name":"\#(long)"}"#)) == nil)
    let plant = SpeciesFacts(
      openPlantbook: try json(
        """
        {"pid":"x y","display_pid":"\(long)","common_names":[{"name":" "},
        {"name":"a"},{"name":"a"},{"name":" ","lang":"de"}]}
        """))
    #expect(plant?.scientificName == "x y")
    #expect(plant?.commonNames == ["en": ["a"]])
  }

  @Test(arguments: PlantService.allCases) func errorsAreWhole(
    _ service: PlantService
  ) {
    let errors: [(ServiceError, String, Bool)] = [
      (.invalidKey(service, nil), "Service Unavailable", false),
      (.rateLimited(service, resetsAt: nil), "Too Many Requests", false),
      (.quotaUsedUp(service, resetsAt: nil), "Daily Limit Reached", false),
      (
        .speciesNotFound(service, name: "x", near: []),
        "Care Info Unavailable", false
      ),
      (.noPlantDetected(service), "No Plant Detected", false),
      (
        .photoRefused(service, status: 415, nil), "Identification Failed", false
      ),
      (.server(service, status: 500, nil), "Server Error", true),
      (.unavailable(service, status: 503), "Service Unavailable", true),
      (.network(service, reason: "x"), "No Internet Connection", true),
      (.timeout(service, reason: "x"), "Connection Timed Out", true),
      (.invalidResponse(service, reason: "x"), "Server Error", true),
    ]
    for (error, title, canRetry) in errors {
      #expect(error.facts.title == title)
      #expect(error.facts.canRetry == canRetry)
      #expect(error.facts.remedy != nil)
    }
  }
}
