package import CallControl
package import HostSurface

/// The relation between the host's clock and the time of day.
package struct WallClock: Hashable, Sendable {
  /// The nanoseconds to add to an instant for the time since 1970.
  package var offset: Int64

  /// Creates a relation.
  ///
  /// - Parameter offset: the nanoseconds to add to an instant for the time since 1970.
  package init(offset: Int64) {
    self.offset = offset
  }

  /// Returns the time of day of an instant.
  package func time(of instant: Instant) -> SurfaceTime {
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(offset)
    // A time before 1970 rounds down too, so that the order of instants stays.
    let milliseconds = sum / 1_000_000 - (sum % 1_000_000 < 0 ? 1 : 0)
    return SurfaceTime(milliseconds: overflow ? 0 : milliseconds)
  }
}
