public import FoundationEssentials

/// A time of the wall clock, in milliseconds since 1970.
public struct WallTime: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Milliseconds since the start of 1970, UTC.
  public let milliseconds: Int64

  /// Creates a time from milliseconds since 1970.
  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Creates a time from a date, cut to milliseconds; dates beyond the years 0 to 9999 are clamped.
  public init(_ date: Date) {
    let value = (date.timeIntervalSince1970 * 1_000).rounded()
    self.init(milliseconds: value.isNaN ? 0 : Int64(min(max(value, Self.first), Self.last)))
  }

  private static let first = -62_167_219_200_000.0
  private static let last = 253_402_300_799_999.0

  /// The present time.
  public static var now: WallTime { WallTime(Date()) }

  /// The time as a date.
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

  /// Returns this time moved by a number of milliseconds, clamped instead of overflowing.
  public func advanced(byMilliseconds count: Int64) -> WallTime {
    let (sum, overflow) = milliseconds.addingReportingOverflow(count)
    return WallTime(milliseconds: overflow ? (count < 0 ? .min : .max) : sum)
  }

  /// Orders times.
  public static func < (left: WallTime, right: WallTime) -> Bool { left.milliseconds < right.milliseconds }

  /// The time by RFC 3339, in UTC with milliseconds: `2026-11-22T12:00:00.123Z`.
  public var description: String {
    let days = milliseconds.quotient(by: 86_400_000)
    let rest = milliseconds - days * 86_400_000
    let (year, month, day) = CivilDate.date(ofDay: days)
    func padded(_ number: Int64, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    let time = "\(padded(rest / 3_600_000, 2)):\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1_000 % 60, 2))"
    return "\(date)T\(time).\(padded(rest % 1_000, 3))Z"
  }
}

/// Dates of the Gregorian calendar as numbers of days since 1970.
enum CivilDate {
  /// Returns the number of days from 1970 to a date.
  static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
    // A year that begins in March has its leap day at its end.
    let shifted = month > 2 ? year : year - 1
    let era = shifted.quotient(by: 400)
    let ofEra = shifted - era * 400
    let ofYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
  }

  /// Returns the date that is a number of days after the first of January 1970.
  static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted.quotient(by: 146_097)
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let monthOfYear = month < 10 ? month + 3 : month - 9
    return (year + era * 400 + (monthOfYear <= 2 ? 1 : 0), monthOfYear, ofYear - (153 * month + 2) / 5 + 1)
  }

  /// Returns the day of the week of a day since 1970: 0 is Monday.
  static func weekday(ofDay day: Int64) -> Int {
    let rest = (day + 3) % 7
    return Int(rest < 0 ? rest + 7 : rest)
  }
}

extension Int64 {
  /// Returns the quotient rounded down.
  func quotient(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
