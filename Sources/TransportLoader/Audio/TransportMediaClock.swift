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

  /// Runs the transport's `tick` for one frame.
  public func tick(at nanoseconds: UInt64) { function(context, nanoseconds) }
}
