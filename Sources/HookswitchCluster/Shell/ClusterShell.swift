internal import CallControl
package import ClusterControl

/// News of a node for its program.
package enum ClusterShellEvent: Hashable, Sendable {
  /// An effect of the node that is not about the store.
  case effect(ClusterEffect)
  /// The engine cannot be used as it is.
  case problem(ClusterStoreError)
  /// A key has a value that this version cannot use; it keeps its last readable value.
  case unreadable(key: String, reason: String)
  /// The connection to the engine is made, or is lost for a reason.
  case connection(isUp: Bool, reason: String)
  /// The engine acknowledged a renewal of the lease, after so many milliseconds.
  case renewed(milliseconds: Int64)
  /// The node claimed a slot from a node that is gone.
  case tookOver(Slot)
  /// The node is about to claim a slot from a node that is gone.
  case claims(Slot, from: NodeName)
  /// The place of a slot's lines may have changed; of all lines for nil.
  case placesChanged(Slot?)
  /// The whole bucket of the lines' settings, which replaces all that was known of it.
  case linesRead([ClusterEntry])
  /// The settings of a line changed.
  case lineChanged(ClusterEntry)
  /// The connection for connected calls, records and requests is made, or is lost for a reason.
  case trafficConnection(isUp: Bool, reason: String)
}

/// A node of a cluster at work: it carries the effects of a `ClusterNode` out over a store, and tells it of their outcome.
///
/// `@unchecked Sendable`: only the lane reads and changes its state. Every function checks that it is called there.
package final class ClusterShell: @unchecked Sendable {
  private let store: any ClusterStore
  private let names: ClusterNames
  private let name: NodeName
  private let settings: ClusterSettings
  private let hear: @Sendable (ClusterShellEvent) -> Void
  /// The node, which any thread may ask.
  package let gate: ClusterGate
  private var random: any RandomNumberGenerator
  /// The writes without an outcome, of which no second copy is sent.
  private var underWay: Set<WriteID> = []
  /// The claims without an outcome of slots that had another owner.
  private var takeovers: [WriteID: Slot] = [:]
  /// The watched buckets whose first snapshot of this connection has come.
  private var seen: Set<ClusterBucket> = []
  /// Grows with each timer: an older one does nothing.
  private var timers = 0
  private var isClosed = false
  private var isHandling = false
  private var events: [ClusterEvent] = []

  /// Creates a node that is not connected.
  ///
  /// - Parameters:
  ///   - node: the node before its first event.
  ///   - store: a store that was not opened.
  ///   - random: the generator of new incarnations.
  ///   - hear: called on the store's lane for each event, in order; it may call the shell.
  package init(
    _ node: ClusterNode, names: ClusterNames, store: any ClusterStore, random: any RandomNumberGenerator & Sendable,
    hear: @escaping @Sendable (ClusterShellEvent) -> Void
  ) {
    let lane = store.lane
    gate = ClusterGate(node, clock: { ClusterTime(milliseconds: lane.now.nanoseconds / 1_000_000) })
    name = node.name
    settings = node.settings
    self.names = names
    self.store = store
    self.random = random
    self.hear = hear
  }

  /// Connects; called once.
  package func open() {
    precondition(store.lane.isCurrent, "a shell is used on its lane")
    _ = store.listen(to: names.node(NameToken.encode(name.text))) { [weak self] message in self?.take(message) }
    store.open(watching: [.nodes, .slots, .lines]) { [weak self] event in self?.take(event) }
  }

  /// Ends the connection, without a word to the cluster; `handle(.leave)` leaves in order.
  package func close() {
    precondition(store.lane.isCurrent, "a shell is used on its lane")
    isClosed = true
    store.close()
  }

  /// The node as it is now.
  package var present: ClusterNode { gate.node }

  /// Returns the standing of a line at this moment, and counts nothing; the gate answers for acts that add a call (K5).
  package func standing(of line: String, for act: AddingAct) -> ClusterStanding {
    gate.look(at: line, for: act)
  }

  /// Gives the node an event, and carries its effects out.
  package func handle(_ event: ClusterEvent) {
    precondition(store.lane.isCurrent, "a shell is used on its lane")
    events.append(event)
    // An event from inside an effect waits until all effects before it are carried out.
    guard !isHandling else { return }
    isHandling = true
    while !isClosed, !events.isEmpty {
      for effect in gate.handle(events.removeFirst(), at: now) { carryOut(effect) }
    }
    isHandling = false
    setTimer()
  }

  // MARK: Time

  private var now: ClusterTime { ClusterTime(milliseconds: store.lane.now.nanoseconds / 1_000_000) }

  private func setTimer() {
    timers += 1
    guard let deadline = gate.deadline else { return }
    let timer = timers
    // One more millisecond: the node's time is rounded down.
    store.lane.after(.milliseconds(max(0, deadline - now) + 1)) { [weak self] in
      guard let self, timers == timer, !isClosed else { return }
      handle(.tick)
    }
  }

  // MARK: The store

  private func take(_ event: ClusterStoreEvent) {
    guard !isClosed else { return }
    switch event {
    case .connected:
      seen = []
      hear(.connection(isUp: true, reason: ""))
      handle(.linked)
    case .disconnected(let reason):
      seen = []
      hear(.connection(isUp: false, reason: reason))
      handle(.disconnected)
    case .snapshot(.lines, let entries): hear(.linesRead(entries))
    case .changed(.lines, let entry): hear(.lineChanged(entry))
    case .snapshot(let bucket, _):
      // A later snapshot shows that changes were missed: the node reads both buckets again, the slots first.
      let wasWhole = seen.count == 2
      seen.insert(bucket)
      if wasWhole || seen.count == 2 { handle(.connected) }
    case .changed(let bucket, let entry):
      do throws(UnreadableKey) {
        handle(try ClusterKeys.event(bucket, entry))
        if bucket == .slots, let slot = Slot(entry.key) { hear(.placesChanged(slot)) }
      } catch {
        tell(of: error)
      }
    case .problem(let error): hear(.problem(error))
    }
  }

  private func carryOut(_ effect: ClusterEffect) {
    switch effect {
    case .readMap(let number): readMap(number)
    case .write(let write): send(write)
    case .giveBack(let line, let owner): giveBack(line, to: owner)
    case .gained, .lost, .leaseBegan, .leaseEnded, .rejoined, .drainTimedOut, .drained, .left, .nodeGone, .report: hear(.effect(effect))
    }
  }

  /// Reads the slots and then the nodes.
  private func readMap(_ number: UInt64) {
    let limit = Duration.milliseconds(settings.readLimit)
    store.readAll(.slots, within: limit) { [weak self] slots in
      guard let self, !isClosed else { return }
      store.readAll(.nodes, within: limit) { [weak self] nodes in
        guard let self, !isClosed else { return }
        switch (slots, nodes) {
        case (.success(let slots), .success(let nodes)):
          let (map, unreadable) = ClusterKeys.map(slots: slots, nodes: nodes)
          for key in unreadable { tell(of: key) }
          let fresh = Incarnation(high: random.next(), low: random.next())
          handle(.mapRead(number, map, fresh: fresh))
          hear(.placesChanged(nil))
        // The node asks again after its limit.
        case (.failure(let error), _), (_, .failure(let error)): hear(.problem(error))
        }
      }
    }
  }

  private func send(_ write: ClusterWrite) {
    guard underWay.insert(write.id).inserted else { return }
    noteTakeover(write)
    let sent = now
    let limit = Duration.milliseconds(settings.beat)
    store.write(ClusterKeys.write(write), within: limit) { [weak self] outcome in
      guard let self, !isClosed else { return }
      underWay.remove(write.id)
      switch outcome {
      case .stored(let revision):
        if case .node(name, _) = write.value { hear(.renewed(milliseconds: now - sent)) }
        if let slot = takeovers.removeValue(forKey: write.id) { hear(.tookOver(slot)) }
        handle(.written(write.id, revision: revision))
        if case .slot(let slot, _) = write.value { hear(.placesChanged(slot)) }
      case .lost:
        takeovers[write.id] = nil
        handle(.writeLost(write.id))
      // The node sends it again at its next beat, under the same id.
      case .failed(.unanswered), .failed(.disconnected), .failed(.closed): break
      case .failed(let error): hear(.problem(error))
      }
    }
  }

  /// Notes a claim of a slot that another node owned.
  private func noteTakeover(_ write: ClusterWrite) {
    guard case .slot(let slot, let record) = write.value, record.owner?.node == name, let earlier = gate.owner(of: slot)?.owner,
      earlier.node != name
    else { return }
    takeovers[write.id] = slot
    // Before the write: the changed key may come before its answer.
    hear(.claims(slot, from: earlier.node))
  }

  private func tell(of key: UnreadableKey) { hear(.unreadable(key: key.key, reason: key.reason)) }

  // MARK: Lent lines

  private func giveBack(_ line: LineReturn, to owner: NodeName) {
    let message = LineReturnMessage.message(line, subject: names.node(NameToken.encode(owner.text)))
    // The node repeats it at each beat until the record shows it.
    store.publish(message)
  }

  private func take(_ message: ClusterMessage) {
    guard !isClosed, let line = LineReturnMessage.read(message) else { return }
    handle(.lineReturned(line))
  }
}
