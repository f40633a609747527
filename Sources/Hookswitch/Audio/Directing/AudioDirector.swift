internal import CallControl
internal import CallMixing

/// Decides how a host's audio is connected: the ports, who hears whom, the tones.
///
/// A pure value beside the core: it takes inputs about lines and providers, and returns effects. It never waits, locks or calls out, and
/// equal inputs give equal effects. The rules:
///
/// - A port is connected once its provider knows that it owns the line's audio (U1), and stays connected while its call is held, so a
///   resume needs no new rings.
/// - Media flows only between activation and deactivation. The provider gets the report of an activation before a scene contains its ports,
///   and the report of a deactivation after a scene without them.
/// - The active calls of the front group are audible, and so are calls in early media, which hear nothing themselves.
/// - A port carries only its own call's far end, even when its provider groups calls: every port of the front group takes part.
struct AudioDirector: Sendable {
  /// The duration of the tone after a failed call.
  static let failureLength = Duration.seconds(5)

  /// Lines that have a device.
  private(set) var seats: Set<LineID> = []
  var lines: [LineID: LineStage] = [:]
  var ports: [CallID: CallPort] = [:]
  var carriers: Set<ProviderID> = []
  var recordings: [RecordingID: RecordedCall] = [:]
  /// The lines of the attached programs.
  var programLines: [Int64: LineID] = [:]
  /// The scene in force: groups by line, and the number of connected ports of each provider.
  private(set) var groups: [LineID: AudioScene.Group] = [:]
  var connected: [ProviderID: Int] = [:]
  /// Lines whose group may have changed since the last scene.
  private var touched: Set<LineID> = []
  /// False while another program rings.
  private(set) var playsRingtone = true
  private var stagedCarriers: Set<ProviderID> = []
  // The effects of one `receive` or `settle`; empty in between.
  var effects: [AudioEffect] = []

  /// Processes an input and returns the effects to perform in order; call `settle` after the last input.
  mutating func receive(_ input: AudioInput, at now: Instant) -> [AudioEffect] {
    switch input {
    case .seat(let line): seats.insert(line)
    case .line(let snapshot, let ended): see(snapshot, ended, at: now)
    case .forgotten(let line): forget(line)
    case .activated(let provider, let line, let reason): activate(provider, on: line, reason)
    case .deactivated(let provider, let line, let reason): deactivate(provider, on: line, reason)
    case .told(let provider, let line): told(provider, on: line)
    case .configured(let provider, let line, let configuration):
      stage(line) { $0.configurations[provider] = configuration }
      matchRoute(of: line)
    case .carrier(let provider, let isThere): setCarrier(provider, isThere)
    case .port(let call, let isThere): isThere ? renew(call) : close(call)
    case .offered(let call, let rates): offered(call, rates)
    case .attached(let call, let isDone): attached(call, isDone)
    case .detached(let call): detached(call)
    case .chosen(let line, let route):
      stage(line) { $0.chosen = route }
      matchRoute(of: line)
    case .ringtone(let isOn):
      playsRingtone = isOn
      for line in lines.keys { matchSound(of: line) }
    case .routes(let line, let routes):
      stage(line) { $0.routes = routes }
      matchRoute(of: line)
    case .record(let id, let call, let asGroup): record(id, call, asGroup: asGroup)
    case .recorded(let id): stopRecording(id)
    case .attach(let program, let line): attach(program, on: line)
    case .detachProgram(let id): detachProgram(id)
    case .time: endFailures(at: now)
    }
    defer { effects = [] }
    return effects
  }

  /// Updates the scene once after a batch of inputs, because a scene is applied as a whole.
  mutating func settle() -> [AudioEffect] {
    restage()
    defer { effects = [] }
    return effects
  }

  /// Stages the scene if it changed.
  mutating func restage() {
    let carriers = Set(connected.keys)
    var isNew = carriers != stagedCarriers
    stagedCarriers = carriers
    let lines = touched
    touched = []
    for line in lines {
      let group = group(of: line)
      guard group != groups[line] else { continue }
      groups[line] = group
      isNew = true
    }
    if isNew { effects.append(.stage) }
    for line in lines { effects += followPrograms(of: line) }
  }

  /// The scene last staged.
  var scene: AudioScene {
    AudioScene(groups: groups.values.sorted { $0.line < $1.line }, carriers: Set(connected.keys))
  }

  /// Marks a line whose group may have changed.
  mutating func touch(_ line: LineID) {
    touched.insert(line)
  }

  /// Counts a provider's connected ports; while there are any, its clock runs.
  mutating func count(_ change: Int, at provider: ProviderID) {
    let count = connected[provider, default: 0] + change
    connected[provider] = count > 0 ? count : nil
  }

  mutating func stage(_ line: LineID, _ change: (inout LineStage) -> Void) {
    change(&lines[line, default: LineStage(Line(id: line).snapshot)])
    touch(line)
  }
}
