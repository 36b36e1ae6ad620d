import CPhotoShims
import Glibc
import POSIXKit
import Testing

/// Tests of the limits of a process that decodes, each in its own process.
@Suite(.serialized) struct ConfinementTests {
  enum Deed: String, CaseIterable, Sendable {
    case openAFile, makeAFile, openADirectory, connect, startAProgram
    case fork, signalAnother, takeMuchMemory, changeTheModeOfAFile
    case makeExecutableMemory, rankAnother, copyADescriptor

    /// Returns whether a child of `parent` could do it.
    func isPossible(parent: pid_t) -> Bool {
      defer { rmdir("/tmp/plantguide-\(getpid())") }
      return switch self {
      case .openAFile: open("/etc/passwd", O_RDONLY) >= 0
      case .makeAFile: mkdir("/tmp/plantguide-\(getpid())", 0o700) == 0
      case .openADirectory: open("/", O_RDONLY | O_DIRECTORY) >= 0
      case .connect: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0
      case .startAProgram:
        (try? ChildProcess.start("true", arguments: [], descriptors: [])) != nil
      case .fork: (try? ChildTrial.outcome {}) != nil
      case .signalAnother: kill(parent, 0) == 0
      case .takeMuchMemory: malloc(2 << 30) != nil
      case .changeTheModeOfAFile: chmod("/proc/self/fd/0", 0o600) == 0
      case .makeExecutableMemory:
        mmap(nil, 1, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
          != MAP_FAILED
      case .rankAnother:
        setpriority(.init(PRIO_PROCESS.rawValue), id_t(parent), 0) == 0
      case .copyADescriptor: dup(0) >= 0
      }
    }
  }

  private struct WasDenied: Error {}

  /// A sanitizer has mapped terabytes by then, and memory is not limited.
  private static let deeds = Deed.allCases.filter {
    let isSanitized =
      dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    return !isSanitized || $0 != .takeMuchMemory
  }

  /// The bytes of memory that this process has mapped.
  private static func mappedByteCount() throws -> UInt64 {
    let text = try File.contents(of: "/proc/self/statm", atMost: 256) ?? []
    let pages = text.prefix { $0 != UInt8(ascii: " ") }
    let count = try #require(UInt64(String(decoding: pages, as: UTF8.self)))
    return count * UInt64(sysconf(Int32(_SC_PAGESIZE)))
  }

  @Test(arguments: deeds)
  func itIsPossibleUntilItIsDenied(deed: Deed) throws {
    let parent = getpid()
    let free = try ChildTrial.outcome {
      guard deed.isPossible(parent: parent) else { throw WasDenied() }
    }
    #expect(free == .returned)
    // Other tests of this process may have taken more than a decoder gets, and
    // an error takes memory, too.
    let denied: any Error = WasDenied()
    let memory = try Self.mappedByteCount() + (768 << 20)
    let confined = try ChildTrial.outcome {
      _ = photo_confine(memory)
      guard deed.isPossible(parent: parent) else { throw denied }
    }
    #expect(confined == .threw)
  }
}
