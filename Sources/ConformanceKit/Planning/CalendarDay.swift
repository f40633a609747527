#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Formats days.
package enum CalendarDay {
  /// Today in UTC: `2026-11-21`.
  package static var today: String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    func padded(_ number: Int32, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
  }
}
