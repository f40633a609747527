internal import Dispatch
internal import FoundationEssentials
internal import HostDoors
internal import HostSurface
internal import Locking
internal import StrictJSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The daemon's log on standard error: lines of text with a time, or of JSON.
///
/// A log whose standard error goes to the journal writes entries with fields there instead.
///
/// Any thread. The same line is written at most 10 times a minute; a line then says how many were left out.
final class DaemonLog: Sendable {
  /// The form of a line.
  enum Format: String, CaseIterable, Sendable {
    case text, json
  }

  /// The number of times that one line is written in a minute.
  static let repetitions = 10
  /// The largest number of different lines that are counted in a minute; further ones are written without a limit.
  static let countedLimit = 4_096
  /// The largest number of lines that wait for `logLater`.
  static let waitingLimit = 1_000

  private struct State: Sendable {
    var level = LogLevel.info
    var topics: [String: LogLevel] = [:]
    var format = Format.text
    /// The lines of the present minute, with the number of times that each came.
    var counts: [String: Int] = [:]
    var minute: Int64 = 0
    /// The number of lines that wait, and of those that were left out meanwhile.
    var waiting = 0
    var omitted = 0

    /// Returns true when the levels let a line through.
    func admits(_ level: LogLevel, _ topic: String) -> Bool {
      DaemonLog.order(level) <= DaemonLog.order(topics[topic] ?? topics[DaemonLog.family(topic)] ?? self.level)
    }
  }

  private let state = Locked(State())
  private let queue = DispatchQueue(label: "hookswitch.log")
  private let write: @Sendable (String) -> Void
  private let journal: SystemdJournal?
  private let now: @Sendable () -> SurfaceTime

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - now: the time of day.
  ///   - journal: the journal in which standard error ends; nil when it does not.
  ///   - write: writes a line, without its end.
  init(
    now: @escaping @Sendable () -> SurfaceTime = { SurfaceTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) },
    journal: SystemdJournal? = SystemdJournal.ofStandardError,
    write: @escaping @Sendable (String) -> Void = { line in
      let bytes = Array((line + "\n").utf8)
      _ = bytes.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
  ) {
    (self.now, self.journal, self.write) = (now, journal, write)
  }

  /// Sets the level, the levels of topics, or the format; nil keeps the present one.
  func set(level: LogLevel? = nil, topics: [String: LogLevel] = [:], format: Format? = nil) {
    state.withLock { state in
      if let level { state.level = level }
      state.topics.merge(topics) { $1 }
      if let format { state.format = format }
    }
  }

  /// The levels, as the member `log` of `HostStatus`.
  var levels: JSONValue {
    let (level, topics) = state.withLock { ($0.level, $0.topics) }
    return .object(of: [
      "level": .string(level.rawValue),
      "topics": .object(topics.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: .string($0.value.rawValue)) }),
    ])
  }

  /// Writes a line.
  ///
  /// - Parameters:
  ///   - level: the urgency.
  ///   - topic: `host`, `store`, `socket`, `access`, or `provider.NAME`.
  ///   - text: one sentence.
  ///   - subject: the things that the line is about.
  func log(_ level: LogLevel, _ topic: String, _ text: String, about subject: LogSubject = LogSubject()) {
    let time = now()
    let (lines, format) = state.withLock { state -> ([Line], Format) in
      guard state.admits(level, topic) else { return ([], state.format) }
      var lines: [Line] = []
      if state.minute != time.milliseconds / 60_000 {
        lines = state.counts.filter { $0.value > Self.repetitions }.sorted { $0.key < $1.key }
          .map { Line(time: time, level: .warning, topic: "host", text: "\($0.value - Self.repetitions) times more: \($0.key)") }
        (state.counts, state.minute) = ([:], time.milliseconds / 60_000)
      }
      let key = "\(topic): \(text)"
      if state.counts[key] != nil || state.counts.count < Self.countedLimit { state.counts[key, default: 0] += 1 }
      if state.counts[key] ?? 0 <= Self.repetitions {
        lines.append(Line(time: time, level: level, topic: topic, text: text, subject: subject))
      }
      return (lines, state.format)
    }
    for line in lines where journal?.write(line.entry) != true { write(line.text(format)) }
  }

  /// Writes a line on a thread of the log's own: the caller, which may carry calls, never waits for standard error.
  ///
  /// At most `waitingLimit` lines wait. A line then says how many were left out.
  ///
  /// - Parameters:
  ///   - level: the urgency.
  ///   - topic: the topic.
  ///   - text: one sentence.
  ///   - subject: the things that the line is about.
  func logLater(_ level: LogLevel, _ topic: String, _ text: String, about subject: LogSubject = LogSubject()) {
    let isTaken = state.withLock { state in
      guard state.admits(level, topic) else { return false }
      guard state.waiting < Self.waitingLimit else {
        state.omitted += 1
        return false
      }
      state.waiting += 1
      return true
    }
    if isTaken { queue.async { [self] in writeWaiting(level, topic, text, subject) } }
  }

  private func writeWaiting(_ level: LogLevel, _ topic: String, _ text: String, _ subject: LogSubject) {
    log(level, topic, text, about: subject)
    let omitted = state.withLock { state in
      state.waiting -= 1
      guard state.waiting == 0 else { return 0 }
      defer { state.omitted = 0 }
      return state.omitted
    }
    if omitted > 0 { log(.warning, "host", "left out \(omitted) lines: standard error was too slow for them") }
  }

  /// Returns when the lines of `logLater` so far are written.
  func flush() { queue.sync {} }

  /// Returns true when a line of this level and topic is written.
  func admits(_ level: LogLevel, _ topic: String) -> Bool { state.withLock { $0.admits(level, topic) } }

  private static func order(_ level: LogLevel) -> Int { LogLevel.allCases.firstIndex(of: level) ?? 0 }

  /// The name before the dot: `provider` of `provider.office`.
  private static func family(_ topic: String) -> String { topic.split(separator: ".").first.map(String.init) ?? topic }

  /// One line of the log.
  private struct Line: Sendable {
    let time: SurfaceTime
    let level: LogLevel
    let topic: String
    let text: String
    var subject = LogSubject()

    /// Returns the line as it is written to standard error.
    func text(_ format: Format) -> String {
      switch format {
      case .text: "\(time) \(level.rawValue) \(topic): \(PlainText.line(text))"
      case .json:
        JSONValue.object(of: [
          "time": .string(time.description), "level": .string(level.rawValue), "topic": .string(topic), "text": .string(text),
          "call": subject.call.map { .string($0) }, "line": subject.line.map { .string($0) },
          "provider": subject.provider.map { .string($0) }, "peer": subject.peer.map { .string($0) },
          "request": subject.request.map { .integer($0) },
        ]).text
      }
    }

    /// The line as the journal keeps it, which adds the time itself.
    var entry: SystemdLogEntry { SystemdLogEntry(level, topic: topic, "\(topic): \(PlainText.line(text))", about: subject) }
  }
}
