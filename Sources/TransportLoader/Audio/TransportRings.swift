public import TransportABI

/// The two rings of one call's audio, for a transport's `attach`.
///
/// Control blocks and slots belong to the program that made them, and must stay in place until `detach` has answered; see `RingFate`.
///
/// `@unchecked Sendable`: the tables are constants, and the memory behind them is accessed only through the atomics of `hookswitch/ring.h`.
public struct TransportRings: @unchecked Sendable {
  /// The audio to the far end: the host produces, the transport consumes.
  public let toNet: hsw_ring
  /// The audio from the far end: the transport produces, the host consumes.
  public let fromNet: hsw_ring

  /// Makes a pair of rings.
  public init(toNet: hsw_ring, fromNet: hsw_ring) {
    self.toNet = toNet
    self.fromNet = fromNet
  }
}
