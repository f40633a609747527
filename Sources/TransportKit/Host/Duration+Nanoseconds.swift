// Timers of the host and parcels of a handover have their times in nanoseconds.
extension Duration {
  /// The duration in whole nanoseconds; 0 if it is negative.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (whole, overflows) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return overflows ? .max : whole + UInt64(attoseconds / 1_000_000_000)
  }
}
