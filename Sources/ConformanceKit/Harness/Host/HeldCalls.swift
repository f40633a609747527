internal import Glibc
internal import Locking

/// Keeps the plugin's threads inside the host's functions for a while, and looks whether others of its calls wait for that.
///
/// A call that waits for as long as a host function is blocked waits for a lock that the plugin holds across it.
final class HeldCalls: Sendable {
  /// How long a thread is kept that nobody waits for.
  private static let usual: UInt64 = 100_000_000
  /// How long it is kept while the same call on the loop does not return: longer than any such call may take.
  private static let longest: UInt64 = 3_000_000_000
  /// How many of the loop's own calls of the host are looked into.
  private static let samples = 40

  private let loop: VirtualLoop
  private let functions: AnyThreadFunctions
  private let left = Locked(samples)
  private let sentences = Locked<[String]>([])

  init(_ loop: VirtualLoop, _ functions: AnyThreadFunctions) {
    self.loop = loop
    self.functions = functions
  }

  /// What waited, in sentences.
  var findings: [String] { sentences.withLock { $0 } }

  /// Runs inside a host function, on the thread that called it.
  func hold(_ function: HostFunction) {
    if loop.isCurrent {
      holdLoop(function)
    } else if !function.isLoopOnly {
      // One that may not be called there at all is another test's business.
      holdThread(function)
    }
  }

  /// Another thread: the loop must be able to go on.
  private func holdThread(_ function: HostFunction) {
    let start = RealClock.now
    let waiting = Doorbell()
    var watched = loop.callUnderWay
    while true {
      let held = RealClock.now - start
      let current = loop.callUnderWay
      if current != watched || current == nil {
        if held >= Self.usual { return }
        watched = current
      }
      if held >= Self.longest, let watched {
        return find("\(watched.function) did not return while another thread was in \(function.rawValue): a lock is held across that call")
      }
      var never = pollfd(fd: waiting.number, events: Int16(POLLIN), revents: 0)
      _ = poll(&never, 1, 5)
    }
  }

  /// The loop's own thread: what any thread may call must still return.
  private func holdLoop(_ function: HostFunction) {
    let isSampled = left.withLock { left in
      left -= 1
      return left >= 0
    }
    guard isSampled, findings.isEmpty else { return }
    let done = Doorbell()
    let functions = functions
    guard
      let crew = try? ThreadCrew(
        1,
        {
          _ = functions.useAll(); done.ring()
        })
    else { return }
    var answer = pollfd(fd: done.number, events: Int16(POLLIN), revents: 0)
    guard poll(&answer, 1, Int32(Self.longest / 1_000_000)) > 0 else {
      return find("get_extension did not return while the loop was in \(function.rawValue): a lock is held across that call")
    }
    crew.join()
  }

  private func find(_ sentence: String) { sentences.withLock { $0.append(sentence) } }
}
