internal import CallControl
internal import FoundationEssentials
internal import Hookswitch
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

/// The clock of `levels`: it looks at the levels ten times a second while a session wants some.
final class LevelSampler: ClockClient {
  /// The time between two looks.
  static let period = Duration.milliseconds(100)
  /// The largest number of calls for one connection.
  static let callLimit = 50

  private struct State {
    var next: Instant?
    /// The number of calls of `begin`.
    var begins = 0
  }

  private let state = Locked(State())
  private let look = LockedFunction<@Sendable () -> Bool>()
  private let clock: any HostClock

  /// Creates a sampler that stands still.
  ///
  /// - Parameter clock: the host's clock.
  init(_ clock: any HostClock) {
    self.clock = clock
  }

  /// Begins to look; `body` sends the levels, and returns false when no session wants any more.
  func begin(_ body: @escaping @Sendable () -> Bool) {
    look.set(body)
    let first = clock.now.advanced(by: Self.period)
    let isNew = state.withLock { state in
      state.begins += 1
      guard state.next == nil else { return false }
      state.next = first
      return true
    }
    if isNew { clock.wake(self, noLaterThan: first) }
  }

  var nextDeadline: Instant? { state.withLock { $0.next } }

  func timeCame() {
    let now = clock.now
    let (due, begins) = state.withLock { ($0.next, $0.begins) }
    guard let due, due <= now else { return }
    let isWanted = look.value?() == true
    let again = state.withLock { state in
      // A session that wants levels since the look counts on the next one.
      state.next = isWanted || state.begins != begins ? now.advanced(by: Self.period) : nil
      return state.next
    }
    if let again { clock.wake(self, noLaterThan: again) }
  }

  func settle() async {}
}

// The levels of calls.
extension HostService {
  func subscribeLevels(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let calls = try levelCalls(call.parameters)
    // The node that asks looks at other nodes then.
    if call.peer.door == .cluster, let unknown = calls.first(where: { !host.core.knows($0) }) {
      throw CallError(.unknownCallUUID, [unknown]).refusal
    }
    setLevels(calls, of: call.session)
    return Self.levelsAnswer(calls)
  }

  /// Returns the calls that a subscription to levels names, each once.
  func levelCalls(_ parameters: Parameters) throws(MethodError) -> [CallID] {
    let names = parameters["calls"]?.strings ?? []
    guard names.count <= LevelSampler.callLimit else {
      throw MethodError(
        .tooMany, "a connection has the levels of at most \(LevelSampler.callLimit) calls", ["limit": .integer(LevelSampler.callLimit)])
    }
    var calls: [CallID] = []
    for (place, name) in names.enumerated() {
      let id = try resolve(CallReference(parsing: name), "calls/\(place)")
      if !calls.contains(id) { calls.append(id) }
    }
    return calls
  }

  static func levelsAnswer(_ calls: [CallID]) -> JSONValue {
    .object(of: ["calls": .strings(calls.map(\.uuidString)), "period": .seconds(LevelSampler.period)])
  }

  /// Lets a session have the levels of calls of this host, in place of all those before; returns the number of the request.
  ///
  /// - Parameter turn: the number of the request that the session must have; nil for any.
  @discardableResult
  func setLevels(_ calls: [CallID], of session: Int, unlessAfter turn: Int? = nil) -> Int {
    let (present, gone) = state.withLock { state -> (Int, [Int]) in
      guard turn == nil || turn == state.sessions[session]?.levelTurn else { return (0, []) }
      let gone = state.sessions[session]?.setLevels(calls) ?? []
      return (state.sessions[session]?.levelTurn ?? 0, gone)
    }
    unwatch(gone, of: session)
    if !calls.isEmpty { beginLevels() }
    return present
  }

  /// Adds the levels of a call of this host, unless a later request has replaced that one.
  func addLevels(of call: CallID, to session: Int, _ turn: Int) {
    state.withLock { state in
      if state.sessions[session]?.levelTurn == turn { state.sessions[session]?.levelCalls.append(call) }
    }
    beginLevels()
  }

  private func beginLevels() { levels.begin { [weak self] in self?.sendLevels() ?? false } }

  /// Replaces the unread levels of each session that wants some; returns false when none does.
  private func sendLevels() -> Bool {
    let wanted = state.withLock { $0.sessions.compactMapValues { $0.levelCalls.isEmpty ? nil : $0.levelCalls } }
    guard !wanted.isEmpty else { return false }
    var known: [CallID: JSONValue] = [:]
    for call in Set(wanted.values.joined()) { known[call] = level(of: call) }
    for (session, calls) in wanted {
      let members = JSONValue.object(of: ["levels": .array(calls.compactMap { known[$0] })])
      let line = "{\"jsonrpc\":\"2.0\",\"method\":\"\(NotificationName.levels.rawValue)\",\"params\":\(members.text)}"
      state.withLock { $0.sessions[session]?.put(levels: line) }
    }
    send([], waking: Array(wanted.keys))
    return true
  }

  /// Returns the levels of a call's far end and of its microphone as a `CallLevel`: whole dB relative to full scale, at least -120.
  private func level(of call: CallID) -> JSONValue {
    #if HOOKSWITCH_SOUND
      let levels = [host.audioLevel(of: call), host.spokenLevel(of: call)].map { $0.map { Int(max($0.rmsDecibels, -120).rounded()) } }
    #else
      let levels: [Int?] = [nil, nil]
    #endif
    return .object(of: [
      "call": .string(call.uuidString), "heard": levels[0].map { .integer($0) }, "said": levels[1].map { .integer($0) },
    ])
  }
}
