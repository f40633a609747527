/// A transport's `tick`, for whoever drives the media clock: to be called once a frame, on one [media] thread at a time.
///
/// It waits for nothing and allocates nothing. While the transport is busy with its rings on its own thread the call is left out, and
/// counted (`TransportInstance.skippedTicks`); once the instance is gone it does nothing. So it may be called for ever.
///
/// `@unchecked Sendable`: the context is a gate that is never freed, and all it holds is behind an atomic state.
public struct TransportMediaClock: @unchecked Sendable {
  /// What is called: with the context, and the time in nanoseconds of `CLOCK_MONOTONIC`.
  public let function: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void
  /// Its first argument.
  public let context: UnsafeMutableRawPointer

  init(_ gate: MediaGate) {
    function = mediaGateTick
    context = gate.pointer
  }

  /// Lets one frame's time pass.
  public func tick(at nanoseconds: UInt64) { function(context, nanoseconds) }
}
