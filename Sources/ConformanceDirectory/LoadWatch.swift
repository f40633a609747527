internal import CallDirectory
internal import ConformanceSupervisor
internal import Glibc
internal import Locking
internal import TransportLoader

/// A thread beside a load, which has the host give up: when the run is interrupted, when the plugin is held, or when nothing happens.
final class LoadWatch: Sendable {
  private struct State: Sendable {
    var isOver = false
    var hasStalled = false
  }

  private let state = Locked(State())
  private let gate: LoadGate
  private let witness: RequestWitness?
  private let interruption: Interruption
  /// The time without an entry after which the host gives up.
  private let patience: Duration

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - gate: the load's switch.
  ///   - witness: the page of the plugin; nil for a program, of which only the interruption is watched.
  ///   - patience: the time without an entry after which the host gives up.
  init(_ gate: LoadGate, _ witness: RequestWitness?, _ interruption: Interruption, patience: Duration) {
    (self.gate, self.witness, self.interruption, self.patience) = (gate, witness, interruption, patience)
  }

  /// True when the host gave up because nothing happened.
  var hasStalled: Bool { state.withLock { $0.hasStalled } }

  /// Begins to watch.
  func start() throws(ConformanceError) {
    guard OSThread.start("conform-watch", { self.watch() }) else { throw .kit("cannot start a thread; raise ulimit -u") }
  }

  /// Ends the watch.
  func stop() { state.withLock { $0.isOver = true } }

  private func watch() {
    let clock = ContinuousClock()
    var (progress, change) = (UInt64.max, clock.now)
    while !state.withLock({ $0.isOver }) {
      if interruption.isWished {
        gate.giveUp(.shutDown)
        return
      }
      if let witness {
        if witness[.held] == 1 {
          gate.giveUp(.cancelled)
          return
        }
        let now = Self.progress(witness)
        if now != progress { (progress, change) = (now, clock.now) }
        // A load that counts already is busy in the host.
        if clock.now - change > patience {
          let isGivenUp = gate.giveUp(.cancelled)
          state.withLock { $0.hasStalled = isGivenUp }
          return
        }
      }
      poll(nil, 0, 2)
    }
  }

  private static func progress(_ witness: RequestWitness) -> UInt64 {
    [.begun, .opened, .entries, .completes, .cancels, .returned].reduce(0) { $0 &+ witness[$1] }
  }
}
