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

extension WallTime {
  /// Reads a date and a time by ISO 8601, such as `2026-11-22T12:00:00.123456Z` or `2026-11-22T13:00:00+01:00`; nil for another text.
  ///
  /// The fraction is cut to milliseconds. A time without a zone is in UTC.
  init?(parsing text: String) {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int64? {
      guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (48...57).contains($0) }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int64($1 - 48) }
    }
    guard bytes.count <= 40, let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), bytes[4] == 45, bytes[7] == 45, "T ".utf8.contains(bytes[10]),
      bytes[13] == 58, bytes[16] == 58, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var place = 19
    var fraction: Int64 = 0
    if place < bytes.count, bytes[place] == 46 {
      let end = bytes[(place + 1)...].firstIndex { !(48...57).contains($0) } ?? bytes.count
      for index in 0..<3 { fraction = fraction * 10 + (place + 1 + index < end ? Int64(bytes[place + 1 + index] - 48) : 0) }
      place = end
    }
    var offset: Int64 = 0
    switch bytes[place...].first {
    case nil: break
    case UInt8(ascii: "Z"):
      guard place + 1 == bytes.count else { return nil }
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      let digits = bytes[(place + 1)...].filter { $0 != 58 }
      guard digits.count == 2 || digits.count == 4, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
      let parts = digits.map { Int64($0 - 48) } + [0, 0]
      offset = ((parts[0] * 10 + parts[1]) * 60 + parts[2] * 10 + parts[3]) * (bytes[place] == 45 ? -1 : 1)
    default: return nil
    }
    let minutes = (CivilDate.day(year: year, month: month, day: day) * 24 + hour) * 60 + minute - offset
    self.init(milliseconds: (minutes * 60 + second) * 1_000 + fraction)
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
