internal import TransportABI

/// The answer to a caller whose call the user declines.
public struct Decline: Hashable, Sendable {
  /// The reason for the caller.
  public enum Reason: UInt32, Sendable {
    /// The user does not want the call; also stands for unknown values.
    case declined = 1
    /// The user is busy here.
    case busy
    /// The user is busy everywhere: no other device should ring.
    case busyEverywhere
  }

  /// The reason for the caller.
  public var reason: Reason
  /// The Q.850 cause; `unknown`: derived from `reason`.
  public var cause = Cause.unknown
  /// A sentence for the caller, or empty.
  public var text = ""

  /// Makes a decline without a text.
  public init(_ reason: Reason) {
    self.reason = reason
  }

  /// Reads the host's struct.
  init(_ borrowed: UnsafePointer<hsw_decline>) throws(TransportError) {
    let decline = copied(borrowed, into: hsw_decline())
    guard decline.flags & HSW_MUST == 0 else { throw TransportError(.notSupported) }
    self.init(Reason(rawValue: decline.reason) ?? .declined)
    cause = Cause(rawValue: decline.cause)
    text = try TransportKit.text(decline.text)
  }

  /// The nearest reason for ``Transport/end(_:why:action:)``.
  public var why: EndWhy { reason == .declined ? .declined : .busy }
}
