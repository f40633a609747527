public import TransportABI

/// The two rings of one call's audio, as a transport's `attach` is given them.
///
/// Control blocks and slots belong to whoever made them, and must stay where they are until `detach` has answered; see `RingFate`.
///
/// `@unchecked Sendable`: the tables are constants, and what they point to is touched through the atomics of `hookswitch/ring.h` alone.
public struct TransportRings: @unchecked Sendable {
  /// What the far end is to hear: the host produces, the transport consumes.
  public let toNet: hsw_ring
  /// What the far end says: the transport produces, the host consumes.
  public let fromNet: hsw_ring

  /// Names two rings.
  public init(toNet: hsw_ring, fromNet: hsw_ring) {
    self.toNet = toNet
    self.fromNet = fromNet
  }
}
