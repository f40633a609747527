extension Duration {
  /// The length in nanoseconds, held at the largest that 64 bits can say.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? .min : .max }
    let (sum, spill) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    return spill ? (seconds < 0 ? .min : .max) : sum
  }
}
