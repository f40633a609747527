internal import StrictJSON

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
      if let reason = line.reason { parts.append("\(reason) \(Duration.seconds(line.seconds ?? 0).clockText) ago") }
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

extension AudioReport.Line {
  /// Reads a `LineAudio`.
  init(json: JSONValue) {
    func text(_ name: String) -> String? { json[name]?.string }
    line = text("line") ?? ""
    owners = json["owners"]?.strings ?? []
    reason = text("reason")
    seconds = json["seconds"]?.integer.map { Double($0) }
    (output, input, route, chosen) = (text("output"), text("input"), text("route"), text("chosen"))
    routes = json["routes"]?.strings.flatMap { $0.isEmpty ? nil : $0 }
    #if HOOKSWITCH_SOUND
      silent = text("silent")
    #endif
  }
}

extension AudioReport.Engine {
  /// Reads the engine's counters, which the text door gets.
  init(json: JSONValue) {
    func number(_ name: String) -> Int64 { json[name]?.integer.map { Int64($0) } ?? 0 }
    (ticks, late, skipped) = (UInt64(clamping: number("ticks")), UInt64(clamping: number("late")), UInt64(clamping: number("skipped")))
    (legs, groups, thread) = (Int(number("legs")), Int(number("groups")), json["thread"]?.string)
  }
}
