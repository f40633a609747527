/// The handle of a call: a number that is never reused in an instance's life.
///
/// The host makes the handles of outgoing calls, ``Host/incoming(_:)`` those of incoming calls. A plain value: it may be kept, sent to
/// another thread and used as a key. Once the call is over, the host refuses reports about it.
public struct Call: Hashable, Sendable {
  /// The handle in the ABI.
  public let id: UInt64

  /// Makes the handle with this number, for a test or a log.
  public init(id: UInt64) {
    self.id = id
  }

  /// True when the far end began the call.
  public var isIncoming: Bool { id & Call.mintedByPlugin != 0 }

  static let mintedByPlugin: UInt64 = 1 << 63
}
