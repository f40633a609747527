/// The name of a call: a number that is never used again in an instance's life.
///
/// Minted by the host for calls that we make, by ``Host/incoming(_:)`` for calls that come. A plain value: it may be kept, sent to
/// another thread and used as a key. What it names may be over; then the host's answers say so.
public struct Call: Hashable, Sendable {
  /// The handle as it crosses the ABI.
  public let id: UInt64

  /// Makes the handle with this number, as a test or a log needs it.
  public init(id: UInt64) {
    self.id = id
  }

  /// Whether the call came from the far end.
  public var isIncoming: Bool { id & Call.mintedByPlugin != 0 }

  static let mintedByPlugin: UInt64 = 1 << 63
}
