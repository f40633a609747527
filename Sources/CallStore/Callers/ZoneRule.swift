/// The rule of a time zone in the form of the variable TZ (POSIX, section 8.3): `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneRule: Hashable, Sendable {
  /// A day of each year, and the local time of a change on it.
  private struct Change: Hashable, Sendable {
    enum Day: Hashable, Sendable {
      /// A weekday (0 is Sunday) of a week (5 is the last) of a month.
      case weekday(month: Int64, week: Int64, day: Int64)
      /// A day of the year from 1, without the leap day.
      case julian(Int64)
      /// A day of the year from 0, with the leap day.
      case ofYear(Int64)
    }

    var day: Day
    var seconds: Int64 = 7_200

    /// Returns the change's local time in a year, in seconds since 1970.
    func time(in year: Int64) -> Int64 {
      let first = CivilDate.day(year: year, month: 1, day: 1)
      switch day {
      case .julian(let number):
        let isLeap = CivilDate.day(year: year + 1, month: 1, day: 1) - first == 366
        return (first + number - 1 + (isLeap && number >= 60 ? 1 : 0)) * 86_400 + seconds
      case .ofYear(let number): return (first + number) * 86_400 + seconds
      case .weekday(let month, let week, let day):
        let start = CivilDate.day(year: year, month: month, day: 1)
        let end = month == 12 ? CivilDate.day(year: year + 1, month: 1, day: 1) : CivilDate.day(year: year, month: month + 1, day: 1)
        // CivilDate counts from Monday, POSIX from Sunday.
        let weekday = Int64((CivilDate.weekday(ofDay: start) + 1) % 7)
        var found = start + (day - weekday + 7) % 7 + (week - 1) * 7
        while found >= end { found -= 7 }
        return found * 86_400 + seconds
      }
    }
  }

  private var standard: Int64
  private var summer: Int64?
  private var begin = Change(day: .weekday(month: 3, week: 2, day: 0))
  private var end = Change(day: .weekday(month: 11, week: 1, day: 0))

  /// Reads a rule; nil for another text.
  init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard text.utf8.count <= 256, reader.name(), let offset = reader.offset() else { return nil }
    standard = -offset
    guard !reader.rest.isEmpty else { return }
    guard reader.name() else { return nil }
    summer = standard + 3_600
    if reader.rest.first != UInt8(ascii: ","), !reader.rest.isEmpty {
      guard let offset = reader.offset() else { return nil }
      summer = -offset
    }
    guard !reader.rest.isEmpty else { return }
    guard reader.take(","), let begin = reader.change(), reader.take(","), let end = reader.change(), reader.rest.isEmpty else {
      return nil
    }
    (self.begin, self.end) = (begin, end)
  }

  /// Returns the offset from UTC at a time, in seconds since 1970.
  func offset(at time: Int64) -> Int64 {
    guard let summer else { return standard }
    let year = CivilDate.date(ofDay: (time + standard).quotient(by: 86_400)).year
    let (on, off) = (begin.time(in: year) - standard, end.time(in: year) - summer)
    let isSummer = on < off ? time >= on && time < off : time >= on || time < off
    return isSummer ? summer : standard
  }

  /// Returns the changes of a time's year and of the next.
  func transitions(around time: Int64) -> [Int64] {
    guard let summer else { return [] }
    let year = CivilDate.date(ofDay: time.quotient(by: 86_400)).year
    return [year, year + 1].flatMap { [begin.time(in: $0) - standard, end.time(in: $0) - summer] }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Character) -> Bool {
      guard let byte = character.asciiValue, rest.first == byte else { return false }
      rest.removeFirst()
      return true
    }

    mutating func name() -> Bool {
      let start = rest.startIndex
      if take("<") {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
        rest = rest[(end + 1)...]
        return end - start >= 4
      }
      rest = rest.drop { (65...90).contains($0) || (97...122).contains($0) }
      return rest.startIndex - start >= 3
    }

    mutating func number() -> Int64? {
      let digits = rest.prefix { (48...57).contains($0) }
      guard !digits.isEmpty, digits.count <= 3 else { return nil }
      rest = rest.dropFirst(digits.count)
      return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }

    /// Reads hours, minutes and seconds with a sign, as seconds.
    mutating func offset() -> Int64? {
      let sign: Int64 = take("-") ? -1 : 1
      if sign == 1 { _ = take("+") }
      guard let hours = number(), hours <= 167 else { return nil }
      var seconds = hours * 3_600
      if take(":") {
        guard let minutes = number(), minutes < 60 else { return nil }
        seconds += minutes * 60
        if take(":") {
          guard let rest = number(), rest < 60 else { return nil }
          seconds += rest
        }
      }
      return sign * seconds
    }

    mutating func change() -> Change? {
      let day: Change.Day
      if take("M") {
        guard let month = number(), (1...12).contains(month), take("."), let week = number(), (1...5).contains(week), take("."),
          let weekday = number(), weekday <= 6
        else { return nil }
        day = .weekday(month: month, week: week, day: weekday)
      } else if take("J") {
        guard let number = number(), (1...365).contains(number) else { return nil }
        day = .julian(number)
      } else {
        guard let number = number(), number <= 365 else { return nil }
        day = .ofYear(number)
      }
      var change = Change(day: day)
      if take("/") {
        guard let seconds = offset() else { return nil }
        change.seconds = seconds
      }
      return change
    }
  }
}
