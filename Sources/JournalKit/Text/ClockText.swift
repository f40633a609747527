internal import CallControl

/// Formats times and durations for people.
enum ClockText {
  /// Returns the time from `start` to `time`, clamped on overflow.
  static func since(_ start: Instant, _ time: Instant) -> Instant {
    let (nanoseconds, overflow) = time.nanoseconds.subtractingReportingOverflow(start.nanoseconds)
    return Instant(nanoseconds: overflow ? (time < start ? .min : .max) : nanoseconds)
  }

  /// Formats a time to the millisecond: `4.250`, `1:04.250`, `2:01:04.250`.
  static func time(_ instant: Instant) -> String {
    let milliseconds = (instant.nanoseconds / 1_000_000).magnitude
    let sign = instant.nanoseconds <= -1_000_000 ? "-" : ""
    let seconds = milliseconds / 1000
    let fraction = "." + digits(milliseconds % 1000, 3)
    if seconds < 60 { return sign + "\(seconds)" + fraction }
    if seconds < 3600 { return sign + "\(seconds / 60):" + digits(seconds % 60, 2) + fraction }
    return sign + "\(seconds / 3600):" + digits(seconds / 60 % 60, 2) + ":" + digits(seconds % 60, 2) + fraction
  }

  /// Formats a duration in its two largest units: `1.5 s`, `2 min 5 s`, `1 h 3 min`.
  static func length(nanoseconds: Int64) -> String {
    let milliseconds = max(nanoseconds, 0) / 1_000_000
    let seconds = milliseconds / 1000
    if seconds >= 3600 { return "\(seconds / 3600) h" + (seconds / 60 % 60 == 0 ? "" : " \(seconds / 60 % 60) min") }
    if seconds >= 60 { return "\(seconds / 60) min" + (seconds % 60 == 0 ? "" : " \(seconds % 60) s") }
    var fraction = digits(UInt64(milliseconds % 1000), 3)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(seconds)" + (fraction.isEmpty ? "" : "." + fraction) + " s"
  }

  private static func digits(_ number: UInt64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
