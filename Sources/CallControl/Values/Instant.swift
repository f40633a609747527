/// A point on the host's clock, in nanoseconds since the host began.
///
/// The core never reads a clock: every `Instant` comes in from outside. Under a virtual clock it moves only when told.
public struct Instant: InstantProtocol, Hashable, Codable, Sendable {
  /// Nanoseconds since the host's clock began.
  public let nanoseconds: Int64

  /// Takes nanoseconds since the host's clock began.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// When the host's clock began.
  public static let zero = Instant(nanoseconds: 0)

  /// This instant moved by `duration`; stays at the ends of time rather than overflowing.
  public func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// How long it is from here to `other`; negative when `other` came before.
  public func duration(to other: Instant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// The earlier one first.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}
