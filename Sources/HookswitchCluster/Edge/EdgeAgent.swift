internal import CallControl
internal import ClusterControl
internal import StrictJSON

/// News of the edge for its program.
package enum EdgeEvent: Equatable, Sendable {
  /// A server of the engine is connected.
  case connected
  /// The engine cannot be reached; the tables stay as they are.
  case disconnected(reason: String)
  case problem(ClusterStoreError)
  /// A key has a value that this version cannot use.
  case unreadable(key: String, reason: String)
  /// A node's SIP address is none that Kamailio can use.
  case unusable(node: String, address: String)
  /// A deed or a finding at one Kamailio.
  case kamailio(socket: String, KamailioNote)
}

/// The edge at work: it reads the cluster's map and keeps the tables of one Kamailio or several.
///
/// `@unchecked Sendable`: only the lane reads and changes its state. Every function checks that it is called there.
package final class EdgeAgent: @unchecked Sendable {
  private struct Front {
    let path: String
    var machine: KamailioMachine
    var socket: KamailioSocket?
    /// Grows with each socket: answers of earlier ones count no more.
    var turn = 0
    /// The time of the earliest timer that is set.
    var timer: ClusterTime?
  }

  /// The time for which changes are collected: a take-over changes many slots at once.
  private static let collection = Duration.milliseconds(10)

  private let store: any ClusterStore
  private let hear: @Sendable (EdgeEvent) -> Void
  private var fronts: [Front]
  private var map = EdgeMap()
  /// The buckets whose content is known.
  private var seen: Set<ClusterBucket> = []
  private var isCollecting = false
  private var isClosed = false
  private var known: Set<String> = []

  /// Creates an edge.
  ///
  /// - Parameters:
  ///   - store: a store that was not opened, with no streams to make.
  ///   - sockets: the paths of the sockets of the module jsonrpcs.
  ///   - hear: called on the store's lane.
  package init(
    store: any ClusterStore, sockets: [String], times: KamailioTimes = KamailioTimes(), seed: UInt64,
    hear: @escaping @Sendable (EdgeEvent) -> Void
  ) {
    self.store = store
    self.hear = hear
    var random = SpreadGenerator(state: seed)
    fronts = sockets.map { Front(path: $0, machine: KamailioMachine(times: times, seed: random.next())) }
  }

  /// Connects to the engine and to each Kamailio; called once.
  package func open() {
    precondition(store.lane.isCurrent, "an edge is used on its lane")
    store.open(watching: [.slots, .nodes]) { [weak self] event in self?.take(event) }
    for index in fronts.indices { handle(.tick, at: index) }
  }

  /// Ends the connections; the tables stay as they are.
  package func close() {
    precondition(store.lane.isCurrent, "an edge is used on its lane")
    isClosed = true
    store.close()
    for front in fronts { front.socket?.stop() }
  }

  /// True when each Kamailio has what the map says.
  package var isFilled: Bool {
    precondition(store.lane.isCurrent, "an edge is used on its lane")
    return fronts.allSatisfy(\.machine.isFilled)
  }

  // MARK: The map

  private func take(_ event: ClusterStoreEvent) {
    guard !isClosed else { return }
    switch event {
    case .connected: hear(.connected)
    case .disconnected(let reason): hear(.disconnected(reason: reason))
    case .problem(let error): hear(.problem(error))
    case .snapshot(let bucket, let entries):
      let (read, unreadable) = ClusterKeys.map(slots: bucket == .slots ? entries : [], nodes: bucket == .nodes ? entries : [])
      for key in unreadable { hear(.unreadable(key: key.key, reason: key.reason)) }
      if bucket == .slots { map.replaceSlots(read) } else { map.replaceNodes(read) }
      seen.insert(bucket)
      changed()
    case .changed(let bucket, let entry):
      do throws(UnreadableKey) {
        if map.take(try ClusterKeys.event(bucket, entry)) { changed() }
      } catch {
        hear(.unreadable(key: error.key, reason: error.reason))
      }
    }
  }

  private func changed() {
    // A dead process is told of at once: its successor writes the same key a moment later.
    let dead = map.takeDead()
    if !dead.isEmpty { for index in fronts.indices { handle(.dead(dead), at: index) } }
    guard seen.count == 2, !isCollecting else { return }
    isCollecting = true
    store.lane.after(Self.collection) { [weak self] in
      guard let self, !isClosed else { return }
      isCollecting = false
      for (node, address) in map.unusable where known.insert("\(node) \(address)").inserted {
        hear(.unusable(node: node, address: address))
      }
      guard let tables = map.tables else { return }
      for index in fronts.indices { handle(.wanted(tables), at: index) }
    }
  }

  // MARK: One Kamailio

  private var now: ClusterTime { ClusterTime(milliseconds: store.lane.now.nanoseconds / 1_000_000) }

  private func handle(_ event: KamailioMachine.Event, at index: Int) {
    guard !isClosed else { return }
    var events = [event]
    while let event = events.popLast() {
      for effect in fronts[index].machine.handle(event, at: now) {
        switch effect {
        case .note(let note): hear(.kamailio(socket: fronts[index].path, note))
        case .connect: events.append(connect(index))
        case .send(let id, let request):
          if let reason = fronts[index].socket?.send(request.text(id: id)) { events.append(.lost(reason: reason)) }
        }
      }
    }
    setTimer(index)
  }

  private func connect(_ index: Int) -> KamailioMachine.Event {
    fronts[index].socket?.stop()
    fronts[index].socket = nil
    fronts[index].turn += 1
    let turn = fronts[index].turn
    do throws(KamailioSocketError) {
      fronts[index].socket = try KamailioSocket(path: fronts[index].path) { [weak self, lane = store.lane] bytes in
        lane.run { [weak self] in self?.take(bytes, index, turn: turn) }
      }
      return .connected
    } catch {
      return .lost(reason: error.text)
    }
  }

  private func take(_ bytes: [UInt8], _ index: Int, turn: Int) {
    guard fronts[index].turn == turn, let (id, body, error) = KamailioAnswer.read(bytes),
      let request = fronts[index].machine.request(id)
    else { return }
    handle(.answer(id: id, KamailioAnswer(body, error: error, to: request)), at: index)
  }

  private func setTimer(_ index: Int) {
    guard let deadline = fronts[index].machine.deadline else { return }
    // A timer that comes earlier sets the next one.
    if let timer = fronts[index].timer, timer <= deadline { return }
    fronts[index].timer = deadline
    store.lane.after(.milliseconds(max(0, deadline - now) + 1)) { [weak self] in
      guard let self, fronts[index].timer == deadline else { return }
      fronts[index].timer = nil
      handle(.tick, at: index)
    }
  }
}
