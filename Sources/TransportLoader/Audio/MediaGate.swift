internal import Glibc
internal import Synchronization
internal import TransportABI

/// What keeps an instance's `tick` on the [media] thread apart from its attach, detach, reset and destroy on the loop, without a lock.
///
/// One atomic word: the [media] thread goes from idle to ticking and back, and where it cannot it leaves the tick out; the loop goes from idle to
/// busy, and yields while a tick runs. A gate that is condemned stays shut for ever.
///
/// `@unchecked Sendable`: the function and its context are written by the loop while it holds the gate, and read by a tick that holds it.
final class MediaGate: @unchecked Sendable {
  typealias Tick = @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void

  private enum State {
    static let idle: UInt8 = 0
    static let ticking: UInt8 = 1
    static let busy: UInt8 = 2
    static let condemned: UInt8 = 3
  }

  private let state = Atomic<UInt8>(State.idle)
  private let skips = Atomic<UInt64>(0)
  private var function: Tick?
  private var context: UnsafeMutableRawPointer?

  /// The gate as a C function's context; the gate is never freed, since whoever ticks may come late.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// How many ticks were left out because the loop was at the rings.
  var skipped: UInt64 { skips.load(ordering: .relaxed) }

  /// Lets ticks through to this function, or (nil) to nobody.
  ///
  /// [loop], in `exclusively`.
  func lead(to function: Tick?, _ context: UnsafeMutableRawPointer?) {
    self.function = function
    self.context = context
  }

  /// Runs `body` while no tick runs; waits for one that does.
  ///
  /// [loop]
  func exclusively<Result>(_ body: () -> Result) -> Result {
    while true {
      let (exchanged, found) = state.compareExchange(expected: State.idle, desired: State.busy, ordering: .acquiring)
      if exchanged || found == State.condemned { break }
      sched_yield()
    }
    defer { _ = state.compareExchange(expected: State.busy, desired: State.idle, ordering: .releasing) }
    return body()
  }

  /// Shuts the gate for ever, without waiting for whoever is inside.
  ///
  /// Any thread.
  func condemn() { state.store(State.condemned, ordering: .sequentiallyConsistent) }

  /// One tick, if the gate is free. [media]
  @inline(__always)
  fileprivate func tick(at time: UInt64) {
    guard state.compareExchange(expected: State.idle, desired: State.ticking, ordering: .acquiring).exchanged else {
      skips.wrappingAdd(1, ordering: .relaxed)
      return
    }
    function?(context, time)
    _ = state.compareExchange(expected: State.ticking, desired: State.idle, ordering: .releasing)
  }
}

/// What a `TransportMediaClock` calls.
///
/// [media]
func mediaGateTick(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
  guard let context else { return }
  Unmanaged<MediaGate>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.tick(at: time) }
}
