package import StrictJSON

/// A time of the table: milliseconds since 1970, written as RFC 3339 in UTC.
package struct SurfaceTime: Hashable, Sendable, CustomStringConvertible {
  /// The milliseconds since 1970.
  package let milliseconds: Int64

  /// Creates a time.
  package init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  /// Reads `2026-11-22T12:00:00.123Z`; the fraction may be missing or have up to 9 digits.
  ///
  /// Nil when the text is no such time.
  package init?(parsing text: String) {
    let bytes = Array(text.utf8)
    guard (20...30).contains(bytes.count), bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[10] == 0x54 || bytes[10] == 0x74, bytes[13] == 0x3A,
      bytes[16] == 0x3A, bytes.last == 0x5A || bytes.last == 0x7A
    else { return nil }
    func number(_ range: Range<Int>) -> Int64? {
      var value: Int64 = 0
      for byte in bytes[range] {
        guard (48...57).contains(byte) else { return nil }
        value = value * 10 + Int64(byte - 48)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), hour < 24, minute < 60, second < 60,
      day >= 1, day <= Self.days(in: month, of: year)
    else { return nil }
    var fraction: Int64 = 0
    if bytes[19] == 0x2E {
      let digits = 20..<bytes.count - 1
      guard !digits.isEmpty, let value = number(digits) else { return nil }
      fraction = value
      for _ in digits.count..<9 where digits.count < 9 { fraction *= 10 }
      fraction /= 1_000_000
    } else if bytes.count != 20 {
      return nil
    }
    milliseconds = ((Self.dayNumber(year, month, day) * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + fraction
  }

  /// The time as text, with milliseconds.
  package var description: String { String(characters: Self.characterCount, fill) }

  /// The number of characters of a time.
  private static let characterCount = 24

  /// Sets the characters of the time, since a snapshot of many calls has some of these for each call.
  private func fill(_ place: UnsafeMutableBufferPointer<UInt8>) {
    let rest = Self.remainder(milliseconds, 86_400_000)
    // Rounds down without a subtraction from the milliseconds, which may overflow.
    let days = milliseconds / 86_400_000 - (milliseconds % 86_400_000 < 0 ? 1 : 0)
    let (year, month, day) = Self.date(ofDay: days)
    var at = 0
    func add(_ value: Int64, _ count: Int, _ end: UInt8) {
      var value = value
      for digit in (at..<at + count).reversed() {
        place[digit] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10)
        value /= 10
      }
      place[at + count] = end
      at += count + 1
    }
    // RFC 3339 has four digits for the year.
    add(min(max(year, 0), 9_999), 4, UInt8(ascii: "-"))
    add(month, 2, UInt8(ascii: "-"))
    add(day, 2, UInt8(ascii: "T"))
    add(rest / 3_600_000, 2, UInt8(ascii: ":"))
    add(rest / 60_000 % 60, 2, UInt8(ascii: ":"))
    add(rest / 1_000 % 60, 2, UInt8(ascii: "."))
    add(rest % 1_000, 3, UInt8(ascii: "Z"))
  }

  private static func remainder(_ value: Int64, _ divisor: Int64) -> Int64 {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days since 1970 of a date of the Gregorian calendar; years begin in March, so that the leap day is the last.
  private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(ofDay number: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension SurfaceTime: JSONWritable {
  package func write(to writer: inout JSONWriter) { writer.characters(Self.characterCount, fill) }
}

extension JSONWriter {
  /// Writes a member with a time.
  ///
  /// Not generic: the compiler does not specialize a generic function of `package` access in another module.
  package mutating func member(_ name: StaticString, _ time: SurfaceTime?) {
    guard let time else { return }
    self.name(fixed: name)
    time.write(to: &self)
  }
}
