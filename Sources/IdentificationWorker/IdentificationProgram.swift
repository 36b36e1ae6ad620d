internal import CConfinement
internal import COpenCVShims
internal import Encodings
internal import Glibc
internal import POSIXKit
internal import ProgramPipes

/// The program that runs an untrusted network on pixels for its parent. It gets
/// the network's file as a descriptor, pixels from standard input, and answers
/// scores on standard output. It can reach nothing else.
public enum IdentificationProgram {
  /// The descriptor of the network's file.
  public static let modelDescriptor: Int32 = 3
  /// The longest file of a network, in bytes.
  static let mostModelBytes = 128 << 20
  /// The most memory that it may take, in bytes.
  private static let mostMemory: UInt64 = 1 << 30
  /// The most seconds of processor time for loading, and for a picture.
  private static let mostSeconds: UInt32 = 20

  /// Serves until the parent ends its requests.
  ///
  /// - Returns: The exit status: 0; 2 if requests could not be read to their
  ///   end; 4 if nobody reads the answers.
  public static func run() -> Int32 {
    StandardDescriptors.hold()
    // The error of the write shows that nobody reads any more.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    network_start()
    // The file is its owner's, whose rights end here.
    let file = Result { () throws(NetworkFault) in try modelFile() }
    var guards = confine_leave()
    guards |= confine_calls(mostMemory, nil)
    confine_allow_seconds(mostSeconds)
    let pipe = ParentPipe()
    do {
      let network = file.flatMap { file in
        Result { () throws(NetworkFault) in try Network(file) }
      }
      var frame: [UInt8] = []
      while true {
        do throws(ParentPipe.Fault) {
          guard try pipe.next(into: &frame) else { return 0 }
        } catch {
          try pipe.refuse(error.reason)
          return 2
        }
        confine_allow_seconds(mostSeconds)
        do {
          switch try IdentificationRequest(frame) {
          case .start:
            _ = try network.get()
            try pipe.send {
              $0.array(2)
              $0.text("ready")
              $0.integer(Int64(guards))
            }
          case .run(let picture):
            let scores = try network.get().scores(of: picture)
            try pipe.send {
              $0.array(2)
              $0.text("scores")
              $0.array(scores.count)
              for score in scores { $0.float(Double(score)) }
            }
          }
        } catch let error as FileSystemError {
          throw error
        } catch let error as NetworkFault {
          try pipe.refuse(error.message)
        } catch {
          try pipe.refuse("the request is invalid: \(error)")
        }
      }
    } catch {
      return 4
    }
  }

  private static func modelFile() throws(NetworkFault) -> [UInt8] {
    var status = stat()
    guard fstat(modelDescriptor, &status) == 0 else {
      throw NetworkFault("there is no file of a network")
    }
    let count = Int(status.st_size)
    guard status.st_mode & S_IFMT == S_IFREG, count > 0 else {
      throw NetworkFault("it is no file, or an empty one")
    }
    guard count <= mostModelBytes else {
      throw NetworkFault(
        "it has \(count >> 20) MiB, and at most \(mostModelBytes >> 20) are allowed"
      )
    }
    // In one place, and read, as a file that shrinks ends who maps it.
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let status = pread(
          modelDescriptor, room.baseAddress?.advanced(by: filled),
          count - filled, off_t(filled))
        if status < 0, errno == EINTR { continue }
        guard status > 0 else { return }
        filled += status
      }
    }
    guard bytes.count == count else {
      throw NetworkFault("its file cannot be read")
    }
    return bytes
  }
}

extension ParentPipe {
  fileprivate func refuse(_ reason: String) throws(FileSystemError) {
    try send {
      $0.array(2)
      $0.text("error")
      $0.text(reason)
    }
  }
}
