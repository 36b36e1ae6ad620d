import JournalSync
import JournalTestSupport
import Testing

@testable import JournalWeb

/// A request is treated as its route declares, before anybody reads its body.
@Suite struct RouteTests {
  private static let photoTypes = [
    "multipart/form-data; boundary=x", "Multipart/Form-Data; boundary=x",
    "image/jpeg",
  ]
  private static let otherTypes = [
    "application/json", "application/x-www-form-urlencoded", "",
  ]

  /// Returns the requests of a route, by a program and by the form of a page.
  private static func requests(
    of route: APIRoute, type: String
  ) throws -> [WebRequest] {
    let path = route.pattern.parts.map { part in
      if case .word(let word) = part { "/\(word)" } else { "/%78" }
    }.joined()
    let prefixes = route.method == .post ? ["/api/v1", "/do"] : ["/api/v1"]
    return try prefixes.map { prefix in
      try #require(
        WebRequest(
          route.method, "\(prefix)\(path)?x=/", headers: ["content-type": type])
      )
    }
  }

  @Test(arguments: photoTypes + otherTypes)
  func aHeadTellsWhatItsRouteDeclares(type: String) throws {
    for route in WebAPI.routes {
      for request in try Self.requests(of: route, type: type) {
        let target = "\(route.method) \(request.target)"
        let brings = route.takesPhotos && Self.photoTypes.contains(type)
        #expect(request.bringsPhotos == brings, "\(target)")
        #expect(
          request.bodyLimit
            == (brings
              ? WebAPI.maximumUploadByteCount : WebAPI.maximumByteCount),
          "\(target)")
        #expect(request.lane == route.lane ?? .photos, "\(target)")
        #expect(request.takesLong == (brings || route.lane != nil), "\(target)")
        for access in AccessTokens.Access.allCases {
          #expect(
            request.isAllowed(to: access) == access.allows(route.right),
            "\(target)")
        }
        if request.isOfProgram {
          #expect(request.label == "/api/v1\(route.path)")
        }
      }
    }
  }

  @Test func whatTakesPhotosOrLong() {
    func posted(where isOne: (APIRoute) -> Bool) -> Set<String> {
      let found = WebAPI.routes.filter(isOne)
      #expect(found.allSatisfy { $0.method == .post })
      return Set(found.map(\.path))
    }
    #expect(
      posted { $0.takesPhotos } == ["/plants", "/photos", "/identifications"])
    #expect(
      posted { $0.lane == .services } == [
        "/identifications", "/channels/{channel}/test",
        "/services/{service}/test",
      ])
    #expect(
      posted { $0.lane == .photos } == [
        "/photos", "/identifications/{identification}/add",
        "/identifications/{identification}/record", "/delete-all",
      ])
  }

  @Test(arguments: [photoTypes[0], otherTypes[0]])
  func whatTakesLongWaitsAndAllElseIsAnswered(type: String) throws {
    let household = try Household()
    let pages = WebPages(household.api)
    let visitor = WebVisitor(guest: household.keeper, formToken: "token")
    let stranger = WebGuest(id: "calendar", access: .calendar, person: nil)
    for route in WebAPI.routes where route.method != .get {
      for request in try Self.requests(of: route, type: type) {
        let waits = request.takesLong
        let answer =
          request.isOfProgram
          ? household.api.respond(
            to: request, from: household.keeper, at: household.clock,
            mayTakeLong: false)
          : pages.respond(
            to: request, from: visitor, at: household.clock,
            mayTakeLong: false)
        #expect((answer == nil) == waits, "\(request.target)")
        guard request.isOfProgram else { continue }
        let refusal = household.api.respond(
          to: request, from: stranger, at: household.clock, mayTakeLong: false)
        #expect(refusal?.status == 403, "\(request.target)")
      }
    }
    #expect(try household.eventCount() == 0)
  }

  @Test func noOtherRequestBringsPhotos() throws {
    for (method, target) in [
      (WebRequest.Method.get, "/do/photos"), (.get, "/api/v1/photos"),
      (.post, "/photos"), (.post, "/api/v2/photos"), (.post, "/do/photos/"),
      (.post, "/do"), (.post, "/api/do/photos"), (.post, "/do/api/v1/photos"),
    ] {
      let request = try #require(
        WebRequest(method, target, headers: ["content-type": "image/jpeg"]))
      #expect(!request.bringsPhotos && !request.takesLong, "\(target)")
    }
  }
}
