// Fuzzes one reader of foreign bytes, or tries files on it:
//
//   plantguide-fuzz --target=NAME [OPTION...] [CORPUS...]
//   plantguide-fuzz --target=NAME FILE...
//
// Options and corpora are those of libFuzzer, which `make fuzz` links in.
// Without it files can be tried all the same.

import CFuzzDriver
import FuzzTargets
import Glibc
import POSIXKit

enum Fuzzing {
  /// The target that the command line names. libFuzzer leaves such an option
  /// alone, and hands it on to the processes that it starts.
  static let target = CommandLine.arguments.lazy.compactMap { argument in
    FuzzTarget.all.first { argument == "--target=\($0.name)" }
  }.first

  /// Ends the process where a property does not hold, so that libFuzzer keeps
  /// the bytes.
  static func run(_ bytes: [UInt8]) {
    do {
      try target?.run(bytes)
    } catch {
      fatalError("\(error)")
    }
  }

  static func complain(_ message: String) -> Never {
    let line = Array("plantguide-fuzz: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(2)
  }
}

guard Fuzzing.target != nil else {
  let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
  Fuzzing.complain("--target=NAME is one of \(names)")
}
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? =
  CommandLine.unsafeArgv
let status = fuzz_run(&count, &arguments) { start, count in
  Fuzzing.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
guard status == -1 else { exit(status) }
for path in CommandLine.arguments.dropFirst() where !path.hasPrefix("-") {
  guard let bytes = try File.contents(of: path) else {
    Fuzzing.complain("\(path) is missing")
  }
  Fuzzing.run(bytes)
}
