internal import Hookswitch

/// The answer to the command `audio`: the audio of all lines, and the engine's counters.
struct AudioReport: Equatable, Encodable, Sendable {
  /// The audio of one line.
  struct Line: Equatable, Encodable, Sendable {
    var line: String
    /// The providers that own the line's audio.
    var owners: [String]
    /// The reason of the last change of owner.
    var reason: String?
    /// The time since that change, in seconds.
    var seconds: Double?
    /// The devices for playing and recording, and the kind of route.
    var output: String?
    var input: String?
    var route: String?
    /// The available routes, and the chosen one.
    var routes: [String]?
    var chosen: String?
    /// The reason why there is no audio.
    var silent: String?
  }

  /// The engine's counters.
  struct Engine: Equatable, Encodable, Sendable {
    var ticks: UInt64
    var late: UInt64
    var skipped: UInt64
    var legs: Int
    var groups: Int
    /// The scheduling of the engine's thread; nil while the engine is idle.
    var thread: String?
  }

  #if HOOKSWITCH_SOUND
    private static let absence = "this host has no audio: add \"audio\" to the file of --config"
  #else
    private static let absence = "this build has no audio: build it without WITHOUT=sound"
  #endif

  var lines: [Line] = []
  /// The engine; nil when this host carries no audio.
  var engine: Engine?

  /// The report for people.
  var text: String {
    var rows = lines.map { line in
      var parts = [line.owners.isEmpty ? "no owner" : line.owners.joined(separator: ", ")]
      if let reason = line.reason { parts.append("\(reason) \(RunEventText.clock(.seconds(line.seconds ?? 0))) ago") }
      if let output = line.output { parts.append("to \(output)" + (line.route.map { " (\($0))" } ?? "")) }
      if let input = line.input { parts.append("from \(input)") }
      if let routes = line.routes { parts.append("routes \(routes.joined(separator: " "))") }
      if let chosen = line.chosen { parts.append("\(chosen) chosen") }
      if let silent = line.silent { parts.append(silent) }
      return "line \(line.line)  " + parts.joined(separator: ", ")
    }
    if let engine {
      rows.append(
        "engine  \(engine.legs) legs in \(engine.groups) groups, \(engine.ticks) ticks, \(engine.late) late, \(engine.skipped) skipped")
      if let thread = engine.thread { rows.append("thread  \(thread)") }
    } else {
      rows.append(Self.absence)
    }
    return rows.joined(separator: "\n")
  }
}

#if HOOKSWITCH_SOUND
  extension AudioReport {
    /// Reports the audio of a host.
    init(_ host: CallHost) {
      let now = host.clock.now
      lines = host.lines.map { Line(host.audio(of: $0), at: now) }.filter { !$0.owners.isEmpty || $0.reason != nil }
      engine = host.audioCounters.map { counters in
        Engine(
          ticks: counters.ticks, late: counters.late, skipped: counters.skipped, legs: counters.legs, groups: counters.groups,
          thread: host.audioScheduling?.description)
      }
    }
  }

  extension AudioReport.Line {
    fileprivate init(_ audio: LineAudio, at now: Instant) {
      line = audio.line.rawValue
      owners = audio.owners.map(\.rawValue)
      reason = audio.reason?.rawValue
      seconds = audio.since.map { Double($0.duration(to: now).components.seconds) }
      output = audio.device?.path?.output
      input = audio.device?.path?.input
      route = audio.route?.rawValue
      routes = audio.routes.isEmpty ? nil : audio.routes.map(\.rawValue)
      chosen = audio.chosenRoute?.rawValue
      if let failure = audio.deviceFailure {
        silent = failure.advice
      } else if case .absent(let sentence)? = audio.device {
        silent = sentence
      }
    }
  }
#else
  extension AudioReport {
    /// Reports the owners of the audio of a host's lines; this build carries no audio itself.
    init(_ host: CallHost) {
      let now = host.clock.now
      lines = host.lines.map { host.snapshot(of: $0) }.filter { $0.audioReason != nil }.map { line in
        Line(
          line: line.line.rawValue, owners: line.audioOwners.map(\.rawValue), reason: line.audioReason?.rawValue,
          seconds: Double(line.audioSince.duration(to: now).components.seconds))
      }
    }
  }
#endif
