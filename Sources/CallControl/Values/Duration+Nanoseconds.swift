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
