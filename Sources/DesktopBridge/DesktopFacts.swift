internal import CallControl
internal import HostSurface
internal import StrictJSON

/// A call as the bridge sees it.
struct DesktopCallFacts: Equatable, Sendable {
  var id: String
  var line: String
  var provider: String
  var isIncoming: Bool
  var state: CallState
  var group: Int
  var handle: Handle?
  var displayName: String
  var hasName: Bool
  var label: String?
  var contact: Int?
  var isMuted: Bool
  var isWaiting: Bool
  var isSilenced: Bool
  /// True once both sides could talk.
  var wasConnected: Bool
  /// The allowed choices of an answer, when calls are in the way.
  var choices: [AnswerChoice]

  /// Reads a `Call` of the host surface.
  init?(_ json: JSONValue) {
    guard let id = json["call"]?.string, let state = json["state"]?.string.flatMap({ CallState(rawValue: $0) }) else { return nil }
    (self.id, self.state) = (id, state)
    line = json["line"]?.string ?? ""
    provider = json["provider"]?.string ?? ""
    isIncoming = json["direction"]?.string == Direction.incoming.rawValue
    group = json["group"]?.integer ?? 0
    handle = json["handle"].flatMap { handle in
      handle["value"]?.string.map { Handle(type: Handle.Kind(rawValue: handle["type"]?.string ?? ""), value: $0) }
    }
    displayName = json["displayName"]?.string ?? "Unknown"
    label = json["label"]?.string
    contact = json["contact"]?.integer
    hasName = contact != nil || label != nil || !(json["name"]?.string ?? "").isEmpty
    isMuted = json["muted"] == true
    isWaiting = json["waiting"] == true
    isSilenced = json["silenced"] == true
    wasConnected = json["connected"] != nil
    choices = AnswerChoice.allCases.filter { json["answerChoices"]?[$0.rawValue] == JSONValue.null }
  }
}

/// Everything that the parts of the bridge share: the host's calls, and the services that are there.
struct DesktopFacts: Sendable {
  /// The number of ended calls whose end is awaited.
  private static let vanishedLimit = 64

  var settings: DesktopSettings
  let uid: UInt32
  let isSandboxed: Bool
  /// The unique names of the services that are there.
  private(set) var owners: [DesktopService: String] = [:]
  private var activatable: Set<DesktopService> = []
  /// The buses that have told their services.
  private(set) var known: Set<DesktopBus> = []
  private(set) var lines: [String: [DesktopCallFacts]] = [:]
  private var fronts: [String: Int] = [:]
  private(set) var routes: [String: String] = [:]
  /// True while the session is locked.
  var isLocked = false
  /// Calls that have left their line, and whose end has not been told.
  private(set) var vanished: [DesktopCallFacts] = []

  init(_ settings: DesktopSettings, uid: UInt32, isSandboxed: Bool) {
    (self.settings, self.uid, self.isSandboxed) = (settings, uid, isSandboxed)
  }

  /// The calls of all lines, the line `main` first.
  var calls: [DesktopCallFacts] {
    lines.sorted { ($0.key == "main" ? 0 : 1, $0.key) < ($1.key == "main" ? 0 : 1, $1.key) }.flatMap(\.value)
  }

  /// True when a line has calls besides a ringing one, so that its answer has several ways.
  func hasCallsInTheWay(of call: DesktopCallFacts) -> Bool {
    (lines[call.line] ?? []).contains { $0.id != call.id && ![.screening, .ringing, .ending].contains($0.state) }
  }

  func call(_ id: String) -> DesktopCallFacts? { lines.values.joined().first { $0.id == id } }

  /// True when a service is there, or the bus can start it.
  func has(_ service: DesktopService) -> Bool { owners[service] != nil || activatable.contains(service) }

  /// The tone of the ringing calls, as the lines have it (I2).
  var tone: Tone {
    let ringing = calls.filter { $0.state == .ringing && !$0.isSilenced }
    return ringing.isEmpty ? .quiet : ringing.contains { !$0.isWaiting } ? .ring : .wait
  }

  /// The first line with a connected call, the line `main` first.
  var talkingLine: String? { calls.first { $0.state.isConnected }?.line }

  /// The calls in front of a line.
  func front(of line: String) -> [DesktopCallFacts] { (lines[line] ?? []).filter { $0.group == fronts[line] } }

  // MARK: Changes

  mutating func take(_ event: DesktopEvent) {
    switch event {
    case .bus(let bus, isThere: false):
      owners = owners.filter { $0.key.bus != bus }
      activatable = activatable.filter { $0.bus != bus }
      known.remove(bus)
      if bus == .system { isLocked = false }
    case .activatable(let bus, let services):
      activatable.formUnion(services)
      known.insert(bus)
    case .owner(let service, let name): owners[service] = name
    case .settings(let new): settings = new
    case .state(.line, let key, let value): take(line: key, value)
    case .state(.audio, let key, let value): routes[key] = value?["route"]?.string
    case .lost: vanished = []
    case .hostEnds: (lines, fronts, vanished) = ([:], [:], [])
    default: break
    }
  }

  private mutating func take(line: String, _ value: JSONValue?) {
    let fresh = (value?["calls"]?.array ?? []).compactMap { DesktopCallFacts($0) }.filter { $0.state != .ended }
    for call in lines[line] ?? [] where !fresh.contains(where: { $0.id == call.id }) { vanished.append(call) }
    vanished.removeFirst(max(0, vanished.count - Self.vanishedLimit))
    lines[line] = fresh.isEmpty ? nil : fresh
    fronts[line] = value?["front"]?.integer
  }

  /// Takes the record of a call's end; returns the call if the person missed it.
  mutating func missed(_ record: JSONValue) -> DesktopCallFacts? {
    guard record["topic"]?.string == Topic.call.rawValue, record["kind"]?.string == CallRecordKind.ended.rawValue,
      let id = record["call"]?.string
    else { return nil }
    let call = call(id) ?? vanished.first { $0.id == id }
    vanished.removeAll { $0.id == id }
    guard let call else { return nil }
    lines[call.line]?.removeAll { $0.id == id }
    let reason = record["data"]?["reason"]?.string.flatMap { EndReason(rawValue: $0) }
    let states: [CallState] =
      switch reason {
      // The host itself ends a call that rings for too long (I5).
      case .unanswered: [.ringing, .answering, .ending]
      case .remoteEnded: [.ringing, .answering]
      case .failed: [.ringing]
      case .answeredElsewhere, .declinedElsewhere, .localEnded, nil: []
      }
    return call.isIncoming && !call.wasConnected && states.contains(call.state) ? call : nil
  }
}
