internal import CallControl
internal import CallMixing

/// Decides how the audio of a host is to be: which ports are connected, who hears whom, which tone sounds.
///
/// A pure value beside the core, told what lines and providers do, answering with what is to be done. It never waits, locks or calls
/// anybody; the same inputs give the same effects. The rules:
///
/// - A port is connected once its provider was told that the line's audio is its own (U1), and stays connected while its call is held; so a
///   resume needs no new rings.
/// - Sound crosses only between activation and deactivation: a scene without the provider is staged before it is told of its deactivation,
///   and it
///   is told of its activation before a scene has it.
/// - Heard are the calls of the front group that are active, and those in early media, which hear nothing.
/// - A port carries its own call's far end and nobody else, also when its provider groups calls: every port of the front group takes part.
struct AudioDirector: Sendable {
  /// How long a failed call is heard to have failed.
  static let failureLength = Duration.seconds(5)

  /// Lines that have a device of their own.
  private(set) var seats: Set<LineID> = []
  var lines: [LineID: LineStage] = [:]
  var ports: [CallID: CallPort] = [:]
  var carriers: Set<ProviderID> = []
  var recordings: [RecordingID: RecordedCall] = [:]
  /// What plays: groups by their lines, and how many connected ports each provider has.
  private(set) var groups: [LineID: AudioScene.Group] = [:]
  var connected: [ProviderID: Int] = [:]
  /// Lines that may sound otherwise than is staged.
  private var touched: Set<LineID> = []
  private var stagedCarriers: Set<ProviderID> = []
  // Of one `receive`; empty in between.
  var effects: [AudioEffect] = []

  /// Tells the director something; returns what must now be done, in order, and then `settle` when there is nothing more to tell.
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
    case .routes(let line, let routes):
      stage(line) { $0.routes = routes }
      matchRoute(of: line)
    case .record(let id, let call, let asGroup): record(id, call, asGroup: asGroup)
    case .recorded(let id): stopRecording(id)
    case .time: endFailures(at: now)
    }
    defer { effects = [] }
    return effects
  }

  /// Stages what has come to sound otherwise: once for many inputs, since a scene is played as a whole.
  mutating func settle() -> [AudioEffect] {
    restage()
    defer { effects = [] }
    return effects
  }

  /// Stages the scene if it is another than the one that plays.
  mutating func restage() {
    let carriers = Set(connected.keys)
    var isNew = carriers != stagedCarriers
    stagedCarriers = carriers
    for line in touched {
      let group = group(of: line)
      guard group != groups[line] else { continue }
      groups[line] = group
      isNew = true
    }
    touched = []
    if isNew { effects.append(.stage) }
  }

  /// Who should hear whom, as it was staged last.
  var scene: AudioScene {
    AudioScene(groups: groups.values.sorted { $0.line < $1.line }, carriers: Set(connected.keys))
  }

  /// Notes that a line may sound otherwise now.
  mutating func touch(_ line: LineID) {
    touched.insert(line)
  }

  /// Counts the connected ports of a provider: the first and the last decide about its clock.
  mutating func count(_ change: Int, at provider: ProviderID) {
    let count = connected[provider, default: 0] + change
    connected[provider] = count > 0 ? count : nil
  }

  /// Changes what is known of a line.
  mutating func stage(_ line: LineID, _ change: (inout LineStage) -> Void) {
    change(&lines[line, default: LineStage(Line(id: line).snapshot)])
    touch(line)
  }
}
