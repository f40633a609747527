internal import Glibc
internal import Locking

/// Blocks the plugin's threads inside host functions for a while, and checks that other plugin functions still return.
///
/// A plugin function that does not return meanwhile waits for a lock that the plugin holds across the host function.
package final class HeldCalls: Sendable {
  /// The time, in nanoseconds, that a thread is blocked when no plugin function waits for it.
  private static let usual: UInt64 = 100_000_000
  /// The longest block, in nanoseconds, while one plugin function on the loop does not return; no such function may take that long.
  private static let longest: UInt64 = 3_000_000_000
  /// The number of host functions on the loop that are checked.
  private static let samples = 40

  private let loop: VirtualLoop
  private let functions: AnyThreadFunctions
  private let left = Locked(samples)
  private let sentences = Locked<[String]>([])

  package init(_ loop: VirtualLoop, _ functions: AnyThreadFunctions) {
    self.loop = loop
    self.functions = functions
  }

  /// The findings, one sentence each.
  package var findings: [String] { sentences.withLock { $0 } }

  /// Runs inside a host function, on the thread that called it.
  package func hold(_ function: HostFunction) {
    if loop.isCurrent {
      holdLoop(function)
    } else if !function.isLoopOnly {
      // Another test covers loop-only functions on other threads.
      holdThread(function)
    }
  }

  /// Blocks a thread other than the loop's: the loop must still make progress.
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

  /// Blocks the loop's own thread: the [any] functions must still return.
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
