internal import CallControl
package import ClusterControl
internal import HostService
internal import HostSurface
internal import Locking
package import StrictJSON

/// The calls of nodes that are gone, at the owners of their lines (K16).
///
/// `@unchecked Sendable`: only the store's lane reads and changes the state that no lock guards.
package final class ClusterStrays: @unchecked Sendable {
  private static let patience = Duration.seconds(10)
  /// The time from a death to the look at the bucket, in which the slots of the dead node are claimed.
  private static let settling = Duration.seconds(1)
  private static let lookTime = Duration.seconds(30)

  /// A stray with what the lists show.
  private struct Known {
    let line: String
    let call: LiveCall
    /// The listener to the key of the line.
    let listener: ClusterListener
  }

  private let store: any ClusterStore
  private let names: ClusterNames
  private let settings: GatewaySettings
  private let places: GatewayPlaces
  /// The time after which a stray counts as ended, in milliseconds.
  private let limit: Int64
  private let wallTime: @Sendable () -> Int64
  private var strays = StrayCalls()
  private var known: [String: Known] = [:]
  private var gone: [NodeLife: (isDead: Bool, since: ClusterTime)] = [:]
  private var isReading = false
  private var readsAgain = false
  private var isClosed = false
  private var writes: UInt64 = 0
  /// The strays as lists show them. [any thread]
  private let shown = Locked<[(call: StrayCalls.Call, value: JSONValue)]>([])

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - limit: the time after which a stray counts as ended (`stray-limit`).
  ///   - wallTime: the time of day, in milliseconds since 1970.
  package init(
    _ names: ClusterNames, store: any ClusterStore, settings: GatewaySettings, places: GatewayPlaces, limit: Duration,
    wallTime: @escaping @Sendable () -> Int64
  ) {
    (self.names, self.store, self.settings, self.places, self.wallTime) = (names, store, settings, places, wallTime)
    self.limit = limit.wholeNanoseconds / 1_000_000
    store.lane.after(Self.lookTime) { [weak self] in self?.look() }
  }

  /// The strays, in the order in which they were noted. [any thread]
  package var calls: [StrayCalls.Call] { shown.withLock { $0.map(\.call) } }

  /// Returns the strays of a line, or of all lines that this node owns, as `Call` of the host surface. [any thread]
  package func list(of line: String?) -> [JSONValue] {
    shown.withLock { $0.filter { line == nil || $0.call.line == line }.map(\.value) }
  }

  /// Takes the word that a life of a node is gone. [the lane]
  package func nodeGone(_ life: NodeLife, isDead: Bool) {
    precondition(store.lane.isCurrent, "strays are kept on their lane")
    let wasDead = gone[life]?.isDead ?? false
    gone[life] = (isDead || wasDead, gone[life]?.since ?? now)
    if isDead, !wasDead { end(strays.nodeDied(life)) }
    readSoon()
  }

  /// Looks for strays on the lines of a slot that this node has now. [the lane]
  package func gained(_ slot: Slot) { if !gone.isEmpty { readSoon() } }

  /// Forgets the strays on the lines of a slot that another node has now. [the lane]
  package func lost(_ slot: Slot) {
    for (id, stray) in known where Slot(of: stray.line, digits: settings.digits) == slot { drop(id) }
    show()
  }

  /// Ends the strays of a node that an operator gave up (`cluster.forget`); returns their number. [the lane]
  @discardableResult
  package func forget(_ node: NodeName) -> Int {
    let ended = strays.forget(node)
    end(ended)
    return ended.count
  }

  /// Ends the looks. [the lane]
  package func close() { isClosed = true }

  private var now: ClusterTime { ClusterTime(milliseconds: store.lane.now.nanoseconds / 1_000_000) }

  private func look() {
    guard !isClosed else { return }
    end(strays.expire(at: now, limit: limit))
    // A life is remembered longer than its strays, for slots that come here later.
    for (life, fact) in gone where now - fact.since > 2 * limit { gone[life] = nil }
    store.lane.after(Self.lookTime) { [weak self] in self?.look() }
  }

  // MARK: Reading

  private func readSoon() {
    guard !isReading else {
      readsAgain = true
      return
    }
    isReading = true
    readsAgain = false
    store.lane.after(Self.settling) { [weak self] in self?.read() }
  }

  private func read() {
    guard !isClosed else { return }
    store.readAll(.live, within: Self.patience) { [weak self] result in
      guard let self, !isClosed else { return }
      isReading = false
      guard case .success(let entries) = result else { return readSoon() }
      for entry in entries { take(entry) }
      show()
      if readsAgain { readSoon() }
    }
  }

  private func take(_ entry: ClusterEntry) {
    guard let line = LiveKey.line(entry.key), case .here(fence: _?) = places.line(line) else { return }
    for call in LiveCall.read(entry.value) {
      guard let fact = gone[call.holder], known[call.call] == nil else { continue }
      let listener = store.listen(to: names.changes(.live, entry.key)) { [weak self] message in self?.changed(line, message) }
      known[call.call] = Known(line: line, call: call, listener: listener)
      end(strays.nodeGone([.init(id: call.call, line: line, holder: call.holder)], isDead: fact.isDead, at: now))
    }
  }

  /// Takes a change of a line's key: the node of a stray may take its entry out, or give it another life.
  private func changed(_ line: String, _ message: ClusterMessage) {
    let isRemoved = message.header(EngineStore.operationHeader) != nil
    let calls = isRemoved ? [] : LiveCall.read(message.body)
    for (id, stray) in known where stray.line == line && !calls.contains(where: { $0.call == id }) {
      strays.ended(id)
      drop(id)
    }
    show()
  }

  private func drop(_ id: String) {
    strays.ended(id)
    guard let stray = known.removeValue(forKey: id) else { return }
    store.unlisten(stray.listener)
  }

  private func show() {
    let all = strays.calls.compactMap { call in known[call.id].map { (call: call, value: Self.shown($0.call, $0.line)) } }
    shown.withLock { $0 = all }
  }

  // MARK: Ends

  private func end(_ ended: [StrayCalls.Call]) {
    for call in ended { if let stray = known[call.id] { finish(stray) } }
    show()
  }

  /// Writes the record of a stray, and then takes its entry out: an heir that dies in between leaves the entry to the next one.
  private func finish(_ stray: Known) {
    let record = ClusterRecord(
      of: stray.call.call, line: stray.line, digits: settings.digits, entry: Self.record(stray.call, stray.line, ended: wallTime()),
      node: stray.call.holder.node.text, by: .heir)
    store.add(record, within: Self.patience) { [weak self] error in
      guard let self, !isClosed, known[stray.call.call] != nil else { return }
      guard error == nil else { return store.lane.after(Self.settling) { [weak self] in self?.finish(stray) } }
      remove(stray)
    }
  }

  private func remove(_ stray: Known, _ current: ClusterEntry? = nil, tries: Int = 3) {
    let key = ClusterRecord.key(of: stray.line, digits: settings.digits)
    writes += 1
    let rest = LiveCall.read(current?.value).filter { $0.call != stray.call.call }
    let write = BucketWrite(
      bucket: .live, key: key, value: LiveCall.value(rest), condition: .revision(current?.revision ?? 0),
      id: "\(stray.call.call):stray:\(settings.node):\(writes)")
    store.write(write, within: Self.patience) { [weak self] outcome in
      guard let self, !isClosed else { return }
      if case .lost(let current?) = outcome, current.value != nil, tries > 0 { return remove(stray, current, tries: tries - 1) }
      drop(stray.call.call)
      show()
    }
  }

  /// Returns a stray as a `Call`: what `live` does not say has its plainest value.
  private static func shown(_ call: LiveCall, _ line: String) -> JSONValue {
    let time = JSONValue.string(SurfaceTime(milliseconds: call.connected).description)
    let handle = call.handle.map { Handle(parsing: $0) }
    return .object(of: [
      "call": .string(call.call), "line": .string(line), "provider": "", "direction": .string(call.direction), "state": "active",
      "group": 0, "handle": handle?.json, "displayName": .string(handle?.value ?? "Unknown"), "capabilities": .array([]), "muted": false,
      "remotelyHeld": false, "waiting": false, "silenced": false, "mixed": false, "transferring": false, "emergency": false,
      "earlyMedia": false, "recording": false, "began": time, "connected": time, "stray": true,
      "node": .string(call.holder.node.text),
    ])
  }

  /// Returns the record of a call whose node is gone.
  private static func record(_ call: LiveCall, _ line: String, ended: Int64) -> JSONValue {
    let time = JSONValue.string(SurfaceTime(milliseconds: call.connected).description)
    let handle = call.handle.map { Handle(parsing: $0) }
    return .object(of: [
      "id": 0, "change": 0, "call": .string(call.call), "line": .string(line), "provider": "", "direction": .string(call.direction),
      "outcome": "failed", "handle": handle?.json, "displayName": .string(handle?.value ?? "Unknown"), "began": time, "connected": time,
      "ended": .string(SurfaceTime(milliseconds: ended).description),
      "duration": .number(JSONNumber(Double(max(0, ended - call.connected)) / 1_000)),
      "end": .object(of: ["reason": "failed", "cause": "hostLost"]), "emergency": false, "video": false, "recordings": .array([]),
      "read": false,
    ])
  }
}
