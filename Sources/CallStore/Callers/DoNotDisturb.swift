public import CallControl

/// The settings of do-not-disturb.
public struct DoNotDisturb: Hashable, Codable, Sendable {
  /// The times at which do-not-disturb counts.
  public enum Mode: String, Codable, Sendable, CaseIterable {
    /// Never.
    case off
    /// Always.
    case on
    /// As the schedules say.
    case schedule
  }

  /// The treatment of calls that do-not-disturb does not let through.
  public enum Effect: String, Codable, Sendable, CaseIterable {
    /// The call is refused.
    case refuse
    /// The call rings without a tone.
    case silence
  }

  /// The times at which it counts.
  public var mode = Mode.off
  /// The time from which it no longer counts; nil for no end.
  public var until: WallTime?
  /// The treatment of calls that it does not let through.
  public var effect = Effect.refuse
  /// The schedules, at most 64.
  public var schedules: [Schedule] = []
  /// True when favourites are let through (N2); contacts marked as important always are (N1).
  public var favourites = true
  /// True when all contacts are let through (N3).
  public var contacts = false
  /// The seconds within which a second call of an unanswered caller is let through (N4); 0 for never.
  public var repeatWithin = 180.0
  /// The lines on which it counts; empty for all.
  public var lines: [LineID] = []

  /// The largest number of schedules.
  public static let scheduleLimit = 64

  /// Creates settings that are off.
  public init() {}

  /// Returns the reason for which it counts on a line at a time: `on`, `until` or `schedule:NAME`; nil when it does not.
  func activity(at time: WallTime, on line: LineID, _ zones: ScheduleZones) -> String? {
    guard mode != .off, lines.isEmpty || lines.contains(line) else { return nil }
    if let until, until <= time { return nil }
    if mode == .on { return until == nil ? "on" : "until" }
    for (index, schedule) in schedules.enumerated() where schedule.isEnabled {
      if schedule.contains(zones.local(time, index)) { return "schedule:\(schedule.name)" }
    }
    return nil
  }

  /// Returns the next time after `time` at which the activity may change; nil when it never does by itself.
  func nextChange(after time: WallTime, _ zones: ScheduleZones) -> WallTime? {
    var next: [WallTime] = []
    if let until, until > time, mode != .off { next.append(until) }
    if mode == .schedule {
      for (index, schedule) in schedules.enumerated() where schedule.isEnabled {
        let local = zones.local(time, index)
        for minute in [schedule.fromMinute, schedule.toMinute] {
          var distance = Int64(minute * 60_000) - local.millisecondOfDay
          if distance <= 0 { distance += 86_400_000 }
          next.append(time.advanced(byMilliseconds: distance))
        }
        // The distance is wrong across a change of the zone's offset: look again at the change.
        if let change = zones.nextTransition(after: time, index) { next.append(change) }
      }
    }
    return next.min()
  }

  /// Checks the settings.
  ///
  /// - Throws: `rejected` with the member and the reason.
  func check() throws(StoreError) {
    guard schedules.count <= Self.scheduleLimit else {
      throw StoreError(.tooLarge, "schedules", "there are more than \(Self.scheduleLimit)", limit: Self.scheduleLimit)
    }
    guard repeatWithin >= 0, repeatWithin <= 86_400 else { throw StoreError(.rejected, "repeatWithin", "it is not 0 to 86400 seconds") }
    for (index, schedule) in schedules.enumerated() { try schedule.check(at: "schedules/\(index)") }
  }
}

/// A weekly time of do-not-disturb, by the wall clock of its time zone.
public struct Schedule: Hashable, Codable, Sendable {
  /// A day of the week.
  public enum Day: String, Codable, Sendable, CaseIterable {
    case mon, tue, wed, thu, fri, sat, sun
  }

  /// The schedule's name.
  public var name: String
  /// The days on which it begins.
  public var days: [Day]
  /// The begin, as `22:00`.
  public var from: String
  /// The end, as `07:00`; not later than the begin means on the next day.
  public var to: String
  /// The name of the time zone, as `Europe/Berlin`; nil for the system's.
  public var timezone: String?
  /// True when it counts.
  public var isEnabled: Bool

  /// Creates a schedule.
  ///
  /// - Parameters:
  ///   - name: the schedule's name.
  ///   - days: the days on which it begins.
  ///   - from: the begin, as `22:00`.
  ///   - to: the end, as `07:00`.
  ///   - timezone: the name of the time zone; nil for the system's.
  ///   - isEnabled: true when it counts.
  public init(name: String, days: [Day], from: String, to: String, timezone: String? = nil, isEnabled: Bool = true) {
    (self.name, self.days, self.from, self.to) = (name, days, from, to)
    (self.timezone, self.isEnabled) = (timezone, isEnabled)
  }

  /// Returns the minute of the day of a text; nil for one that is not like `07:30` or `24:00`.
  static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour < 24 || hour == 24 && minute == 0
    else { return nil }
    return hour * 60 + minute
  }

  var fromMinute: Int { Self.minute(from) ?? 0 }
  var toMinute: Int { Self.minute(to) ?? 0 }

  /// Returns true when a local time lies inside; the end itself lies outside.
  func contains(_ local: LocalTime) -> Bool {
    let minute = Int(local.millisecondOfDay / 60_000)
    let today = Day.allCases[local.weekday]
    let yesterday = Day.allCases[(local.weekday + 6) % 7]
    let (from, to) = (fromMinute, toMinute)
    if from < to { return days.contains(today) && minute >= from && minute < to }
    return days.contains(today) && minute >= from || days.contains(yesterday) && minute < to
  }

  /// Checks the schedule; errors name the member at `place`.
  func check(at place: String) throws(StoreError) {
    guard !name.isEmpty, name.utf8.count <= 256 else { throw StoreError(.rejected, place + "/name", "a name has 1 to 256 bytes") }
    guard !days.isEmpty else { throw StoreError(.rejected, place + "/days", "there is none") }
    for (member, text) in [("from", from), ("to", to)] where Self.minute(text) == nil {
      throw StoreError(.rejected, "\(place)/\(member)", "\"\(text)\" is no time such as 22:00")
    }
    if let timezone, ZoneFile(named: timezone) == nil {
      throw StoreError(.rejected, place + "/timezone", "this system knows no time zone \"\(timezone)\"; give a name such as Europe/Berlin")
    }
  }
}

/// A time by the wall clock of a time zone.
struct LocalTime: Hashable, Sendable {
  /// 0 is Monday.
  var weekday: Int
  var millisecondOfDay: Int64
}

/// The time zones of schedules, read once.
struct ScheduleZones: Sendable {
  private let zones: [ZoneFile?]

  init(_ schedules: [Schedule]) {
    var known: [String: ZoneFile?] = [:]
    zones = schedules.map { schedule in
      let name = schedule.timezone ?? ""
      if let zone = known[name] { return zone }
      let zone = name.isEmpty ? ZoneFile.system : ZoneFile(named: name)
      known[name] = zone
      return zone
    }
  }

  /// Returns a time by the clock of a schedule's zone; UTC when the system does not know the zone.
  func local(_ time: WallTime, _ index: Int) -> LocalTime {
    let offset = zones[index]?.offset(at: time.milliseconds.quotient(by: 1_000)) ?? 0
    let local = time.milliseconds + offset * 1_000
    let day = local.quotient(by: 86_400_000)
    return LocalTime(weekday: CivilDate.weekday(ofDay: day), millisecondOfDay: local - day * 86_400_000)
  }

  /// Returns the next change of a zone's offset, within a year.
  func nextTransition(after time: WallTime, _ index: Int) -> WallTime? {
    zones[index]?.nextTransition(after: time.milliseconds.quotient(by: 1_000)).map { WallTime(milliseconds: $0 * 1_000) }
  }
}
