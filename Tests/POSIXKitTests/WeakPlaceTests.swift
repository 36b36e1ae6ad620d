import Glibc
import JournalTestSupport
import POSIXKit
import Testing

/// Tests of places where others could exchange a file on the way to it.
@Suite struct WeakPlaceTests {
  let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    for path in ["home", "home/hooks", "elsewhere", "elsewhere/programs"] {
      try make(path)
    }
  }

  private func path(_ path: String) -> String { directory.path + "/" + path }

  private func make(_ path: String, _ mode: mode_t = 0o755) throws {
    try FileSystem.makeDirectory(self.path(path))
    try allow(mode, path)
  }

  private func allow(_ mode: mode_t, _ path: String) throws {
    try #require(chmod(self.path(path), mode) == 0)
  }

  private func link(_ path: String, to target: String) throws {
    try #require(symlink(target, self.path(path)) == 0)
  }

  private func give(_ path: String) throws {
    try #require(lchown(self.path(path), 12_345, 12_345) == 0)
  }

  /// The first weak place on the way to a path below the directory.
  private func weakPlace(_ path: String) throws -> String? {
    let weak = try WeakPlace.first(onWayTo: self.path(path))
    return try weak.map {
      try #require($0.path.hasPrefix(directory.path))
      let name = $0.path.dropFirst(directory.path.count + 1)
      return $0.isForeign ? "\(name) of another" : String(name)
    }
  }

  @Test func theFileItselfIsNotLookedAt() throws {
    try File.replace(path("home/hooks/on-append"), with: [])
    try allow(0o777, "home/hooks/on-append")
    #expect(try weakPlace("home/hooks/on-append") == nil)
  }

  @Test func theFileItselfIsLookedAtWhereItNamesAProgram() throws {
    let file = path("home/remotes.json")
    // What is missing nobody could have changed.
    try WeakPlace.check(file)
    try File.replace(file, with: [])
    try link("home/settings.json", to: "remotes.json")
    for name in ["remotes.json", "settings.json"] {
      try WeakPlace.check(path("home/\(name)"))
    }
    // Where others only add, they change a file all the same.
    for mode in [0o620, 0o602, 0o1602] as [mode_t] {
      try allow(mode, "home/remotes.json")
      for name in ["remotes.json", "settings.json"] {
        let error = #expect(throws: UntrustedFile.self) {
          try WeakPlace.check(path("home/\(name)"))
        }
        #expect(error?.place.path == file && error?.place.isForeign == false)
      }
    }
    try allow(0o600, "home/remotes.json")
    try allow(0o777, "home")
    for name in ["remotes.json", "missing"] {
      let error = #expect(throws: UntrustedFile.self) {
        try WeakPlace.check(path("home/\(name)"))
      }
      #expect(error?.place.path == path("home"))
    }
  }

  @Test(.enabled(if: geteuid() == 0, isRoot))
  func aFileOfAnotherUserIsNotTrusted() throws {
    try File.replace(path("home/remotes.json"), with: [])
    try give("home/remotes.json")
    let error = #expect(throws: UntrustedFile.self) {
      try WeakPlace.check(path("home/remotes.json"))
    }
    #expect(error?.place.isForeign == true)
  }

  @Test(
    arguments: ["home", "home/hooks"], [0o720, 0o702, 0o777] as [mode_t])
  func aDirectoryThatOthersMayChangeIsWeak(
    place: String, mode: mode_t
  ) throws {
    try allow(mode, place)
    #expect(try weakPlace("home/hooks/on-append") == place)
  }

  @Test func whereOthersOnlyAddNothingIsExchanged() throws {
    try allow(0o1777, "home")
    #expect(try weakPlace("home/hooks/on-append") == nil)
  }

  @Test(
    arguments: [
      ("home/way", "../elsewhere", "home/way/programs/on-append"),
      ("home/hooks/on-append", "../../elsewhere/programs/on-append", nil),
      ("home/hooks/on-append", "./.././../elsewhere//programs/x", nil),
    ] as [(String, String, String?)])
  func linksAreFollowed(
    link: String, target: String, path: String?
  ) throws {
    try self.link(link, to: target)
    #expect(try weakPlace(path ?? link) == nil)
    try allow(0o777, "elsewhere")
    #expect(try weakPlace(path ?? link) == "elsewhere")
  }

  @Test func aLinkFromTheRootIsFollowed() throws {
    try link("home/hooks/on-append", to: path("elsewhere/programs/on-append"))
    try allow(0o777, "elsewhere/programs")
    #expect(try weakPlace("home/hooks/on-append") == "elsewhere/programs")
  }

  /// `..` behind a link leads above the place where the link ends.
  @Test func theWayUpFromALinkIsThatOfItsTarget() throws {
    try link("home/way", to: "../elsewhere/programs")
    try allow(0o777, "elsewhere")
    #expect(try weakPlace("home/way/../on-append") == "elsewhere")
  }

  @Test func aDirectoryThatIsLeftAgainCountsToo() throws {
    try allow(0o777, "elsewhere")
    #expect(
      try weakPlace("elsewhere/../home/hooks/on-append") == "elsewhere")
  }

  @Test func aRelativePathBeginsAtTheRootAsWell() async throws {
    try allow(0o777, "home")
    await #expect(processExitsWith: .success) {
      [home = path("home") as String] in
      try #require(chdir(home + "/hooks") == 0)
      let weak = try WeakPlace.first(onWayTo: "on-append")
      #expect(weak?.path == home && weak?.isForeign == false)
    }
  }

  @Test func aRingOfLinksAndWhatIsMissingAreErrors() throws {
    try link("home/one", to: "two")
    try link("home/two", to: "one")
    for (path, code) in [
      ("home/one", ELOOP), ("home/none/on-append", ENOENT),
    ] {
      let error = #expect(throws: FileSystemError.self, "\(path)") {
        try weakPlace(path)
      }
      #expect(error?.code == code, "\(path)")
    }
  }

  private static let isRoot: Comment = "only root gives files away"

  @Test(
    .enabled(if: geteuid() == 0, isRoot),
    arguments: ["home", "home/hooks", "home/hooks/way"])
  func whatBelongsToAnotherUserIsWeak(place: String) throws {
    try link("home/hooks/way", to: "../../elsewhere/on-append")
    #expect(try weakPlace("home/hooks/way") == nil)
    try give(place)
    #expect(try weakPlace("home/hooks/way") == "\(place) of another")
  }

  @Test(.enabled(if: geteuid() == 0, isRoot))
  func aDirectoryOfRootIsNoOtherUsers() async throws {
    try give("home/hooks")
    try #require(chmod(directory.path, 0o755) == 0)
    await #expect(processExitsWith: .success) {
      [home = path("home") as String] in
      try #require(seteuid(12_345) == 0)
      #expect(try WeakPlace.first(onWayTo: home + "/hooks/on-append") == nil)
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root changes its root"))
  func theRootCountsToo() async throws {
    await #expect(processExitsWith: .success) {
      [root = directory.path as String] in
      try #require(chroot(root) == 0 && chdir("/home") == 0)
      for path in ["/home/hooks/on-append", "hooks/on-append", "/"] {
        #expect(try WeakPlace.first(onWayTo: path) == nil)
      }
      try #require(chmod("/", 0o777) == 0)
      for path in ["/home/hooks/on-append", "hooks/on-append", "/"] {
        #expect(try WeakPlace.first(onWayTo: path)?.path == "/")
      }
    }
  }
}
