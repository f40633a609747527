internal import CallControl

/// Formats virtual time in seconds, without trailing zeros: `2.5 s`.
enum SecondsText {
  static func of(_ time: Instant) -> String {
    let whole = time.nanoseconds / 1_000_000_000
    var fraction = String(time.nanoseconds % 1_000_000_000)
    fraction = String(repeating: "0", count: 9 - fraction.count) + fraction
    while fraction.last == "0" { fraction.removeLast() }
    return "\(whole)" + (fraction.isEmpty ? "" : "." + fraction) + " s"
  }
}
