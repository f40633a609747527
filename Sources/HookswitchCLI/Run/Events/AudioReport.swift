internal import Hookswitch

/// What the command `audio` shows: the audio of all lines, and how the engine goes.
struct AudioReport: Equatable, Encodable, Sendable {
  /// One line.
  struct Line: Equatable, Encodable, Sendable {
    var line: String
    /// Whose it is.
    var owners: [String]
    /// Why it changed hands last.
    var reason: String?
    /// How long ago that was, in seconds.
    var seconds: Double?
    /// Where the far end is heard, and by which kind of way.
    var output: String?
    var input: String?
    var route: String?
    /// The ways out that are plugged in, and the one that was chosen.
    var routes: [String]?
    var chosen: String?
    /// Why there is no sound, where there is none.
    var silent: String?
  }

  /// The engine.
  struct Engine: Equatable, Encodable, Sendable {
    var ticks: UInt64
    var late: UInt64
    var skipped: UInt64
    var legs: Int
    var groups: Int
    /// How the system treats its thread; left out while nothing is to be heard.
    var thread: String?
  }

  #if HOOKSWITCH_SOUND
    private static let absence = "this host carries no audio: say \"audio\" in the file of --config"
  #else
    private static let absence = "this build carries no audio: build it without WITHOUT=sound"
  #endif

  var lines: [Line] = []
  /// Nil: this host carries no audio.
  var engine: Engine?

  /// For people.
  var text: String {
    var rows = lines.map { line in
      var parts = [line.owners.isEmpty ? "nobody's" : line.owners.joined(separator: ", ")]
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
    /// How the audio of a host is now.
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
    /// Whose the audio of a host's lines is; this build carries none itself.
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
