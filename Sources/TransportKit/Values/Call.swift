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

/// The states for ``Host/report(_:_:)``, apart from those that completing an action implies.
public enum CallState: UInt32, Sendable {
  /// The network routes the call towards the far end.
  case connecting = 1
  /// The far end is alerted.
  case ringing
  /// The network sends early media: the host adds no ringback of its own.
  case earlyMedia
  /// Connected, or resumed without an action.
  case active
  /// Held on this side without an action.
  case held
  /// Held by the far end, in addition to active or held.
  case heldByFarEnd
  /// No longer held by the far end.
  case resumedByFarEnd
  /// No media arrives from the far end, though it should; in addition to active or held.
  case mediaTimeout
  /// Media arrives again.
  case mediaResumed
}
