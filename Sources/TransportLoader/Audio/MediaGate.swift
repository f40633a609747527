internal import Glibc
internal import Synchronization
internal import TransportABI

/// Keeps an instance's `tick` on the [media] thread apart from its attach, detach, reset and destroy on the loop, without a lock.
///
/// One atomic state: the [media] thread goes from idle to ticking and back, and skips the tick when it cannot. The loop goes from idle to
/// busy, and yields while a tick runs. A condemned gate stays shut.
///
/// `@unchecked Sendable`: the loop writes the function and its context, and a tick reads them, only while it holds the gate.
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

  /// The gate as a C function's context; the gate is never freed, since a late tick may still use it.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  /// The number of ticks skipped because the loop used the rings.
  var skipped: UInt64 { skips.load(ordering: .relaxed) }

  /// Sets the function that ticks run; nil for none.
  ///
  /// [loop], in `exclusively`.
  func lead(to function: Tick?, _ context: UnsafeMutableRawPointer?) {
    self.function = function
    self.context = context
  }

  /// Runs `body` while no tick runs; waits for a running tick to end.
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

  /// Shuts the gate for ever, without waiting for a tick inside.
  ///
  /// Any thread.
  func condemn() { state.store(State.condemned, ordering: .sequentiallyConsistent) }

  /// Runs one tick if the gate is free. [media]
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

/// The function of a `TransportMediaClock`.
///
/// [media]
func mediaGateTick(_ context: UnsafeMutableRawPointer?, _ time: UInt64) {
  guard let context else { return }
  Unmanaged<MediaGate>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.tick(at: time) }
}

/// A transport's `tick`: the media clock calls it once a frame, on one [media] thread at a time.
///
/// It never waits or allocates. While the transport's own thread uses the rings, the tick is skipped and counted
/// (`TransportInstance.skippedTicks`). Once the instance is gone it does nothing, so it may be called for ever.
///
/// `@unchecked Sendable`: the context is a gate that is never freed, and an atomic state guards its contents.
public struct TransportMediaClock: @unchecked Sendable {
  /// The C function to call, with the context and the time in nanoseconds of `CLOCK_MONOTONIC`.
  public let function: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void
  /// The function's first argument.
  public let context: UnsafeMutableRawPointer

  init(_ gate: MediaGate) {
    function = mediaGateTick
    context = gate.pointer
  }

  /// Runs the `tick` of the clock with that context for one frame.
  package static func tick(_ context: UnsafeMutableRawPointer, at nanoseconds: UInt64) { mediaGateTick(context, nanoseconds) }

  /// Runs the transport's `tick` for one frame.
  public func tick(at nanoseconds: UInt64) { function(context, nanoseconds) }
}
