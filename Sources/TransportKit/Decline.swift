internal import TransportABI

/// What to tell a caller that the person declines.
public struct Decline: Hashable, Sendable {
  /// What the caller hears of it.
  public enum Reason: UInt32, Sendable {
    /// The person does not want the call. Also what an unknown value means.
    case declined = 1
    /// The person is busy here.
    case busy
    /// The person is busy everywhere: no other device should ring.
    case busyEverywhere
  }

  /// What the caller hears of it.
  public var reason: Reason
  /// The Q.850 cause; `unknown`: as `reason` says.
  public var cause = Cause.unknown
  /// A sentence for the caller, or nothing.
  public var text = ""

  /// A decline without a text.
  public init(_ reason: Reason) {
    self.reason = reason
  }

  /// Reads what the host lends.
  init(_ borrowed: UnsafePointer<hsw_decline>) throws(TransportError) {
    let decline = copied(borrowed, into: hsw_decline())
    guard decline.flags & HSW_MUST == 0 else { throw TransportError(.notSupported) }
    self.init(Reason(rawValue: decline.reason) ?? .declined)
    cause = Cause(rawValue: decline.cause)
    text = try TransportKit.text(decline.text)
  }

  /// The nearest that ``Transport/end(_:why:action:)`` can say.
  public var why: EndWhy { reason == .declined ? .declined : .busy }
}
