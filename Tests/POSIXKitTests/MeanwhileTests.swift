import Glibc
import POSIXKit
import Testing

@Suite("Work of a thread")
struct MeanwhileTests {
  @Test("gives its value, as often as it is asked")
  func value() {
    let sums = (1...100).map { count in
      Meanwhile { (1...count).reduce(0, +) }
    }
    for (sum, count) in zip(sums, 1...100) {
      #expect(sum.value == count * (count + 1) / 2)
      #expect(sum.value == count * (count + 1) / 2)
    }
  }

  @Test("is done by another thread, or by who asks where it is short")
  func threads() {
    let own = UInt64(pthread_self())
    let other = Meanwhile { UInt64(pthread_self()) }
    // Who asks too early does it itself.
    usleep(200_000)
    #expect(other.value != own)
    let short = Meanwhile(where: false) { UInt64(pthread_self()) }
    #expect(short.value == own)
  }

  @Test("leaves signals to the thread that asked")
  func signals() {
    func isHeldBack() -> Bool {
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return sigismember(&mask, SIGTERM) == 1
    }
    let before = isHeldBack()
    let work = Meanwhile {
      var mask = sigset_t()
      pthread_sigmask(SIG_SETMASK, nil, &mask)
      return sigismember(&mask, SIGTERM) == 1
        && sigismember(&mask, SIGBUS) == 0
    }
    usleep(200_000)
    #expect(work.value)
    #expect(isHeldBack() == before)
  }
}
