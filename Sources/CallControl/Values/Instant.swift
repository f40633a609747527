/// A point on the host's clock, in nanoseconds since the host began.
///
/// The core never reads a clock: every `Instant` comes from outside. A virtual clock moves only on request.
public struct Instant: InstantProtocol, Hashable, Codable, Sendable {
  /// Nanoseconds since the host's clock began.
  public let nanoseconds: Int64

  /// Creates an instant from nanoseconds since the host's clock began.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// The start of the host's clock.
  public static let zero = Instant(nanoseconds: 0)

  /// Returns this instant moved by `duration`, clamped instead of overflowing.
  public func advanced(by duration: Duration) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return Instant(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// Returns the time from this instant to `other`; negative when `other` is earlier.
  public func duration(to other: Instant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// Orders instants by time.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The length in nanoseconds, clamped to 64 bits.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, spill) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return spill ? (seconds < 0 ? .min : .max) : sum
  }
}
