import CMediaThread
import Dispatch
import Glibc
import Locking
import Testing

@testable import TransportLoader

/// The signals of a program belong to it: no thread of a library receives them.
@Suite("OSThread: signals") struct OSThreadTests {
  /// Returns those of `signals` that a new thread receives.
  private func received(_ signals: [CInt], takesSignals: Bool) throws -> [CInt] {
    let found = Locked<[CInt]>([])
    let isDone = DispatchSemaphore(value: 0)
    try #require(
      OSThread.start("signals", takesSignals: takesSignals) {
        var mask = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &mask)
        found.withLock { $0 = signals.filter { sigismember(&mask, $0) == 0 } }
        isDone.signal()
      })
    isDone.wait()
    return found.withLock { $0 }
  }

  private static let ofProgram = [SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGCHLD, SIGPIPE, SIGPROF, SIGWINCH]
  private static let ofThread = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS, SIGABRT]

  @Test("A thread receives the faults that it raises itself, and no signal of the program")
  func blocked() throws {
    #expect(try received(Self.ofProgram + Self.ofThread, takesSignals: false) == Self.ofThread)
  }

  @Test("The mask of the starting thread is unchanged, and a thread that takes signals has the same one")
  func unchanged() throws {
    var (before, after) = (sigset_t(), sigset_t())
    pthread_sigmask(SIG_BLOCK, nil, &before)
    let own = Self.ofProgram.filter { sigismember(&before, $0) == 0 }
    #expect(try received(Self.ofProgram, takesSignals: true) == own)
    _ = try received([], takesSignals: false)
    pthread_sigmask(SIG_BLOCK, nil, &after)
    #expect(Self.ofProgram.filter { sigismember(&after, $0) == 0 } == own)
  }
}
