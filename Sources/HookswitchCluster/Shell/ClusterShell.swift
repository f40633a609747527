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
}

/// A node of a cluster at work: it carries the effects of a `ClusterNode` out over a store, and tells it of their outcome.
///
/// `@unchecked Sendable`: only the lane reads and changes its state. Every function checks that it is called there.
package final class ClusterShell: @unchecked Sendable {
  private let store: any ClusterStore
  private let names: ClusterNames
  private let hear: @Sendable (ClusterShellEvent) -> Void
  private var node: ClusterNode
  private var random: any RandomNumberGenerator
  /// The writes without an outcome, of which no second copy is sent.
  private var underWay: Set<WriteID> = []
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
    self.node = node
    self.names = names
    self.store = store
    self.random = random
    self.hear = hear
  }

  /// Connects; called once.
  package func open() {
    precondition(store.lane.isCurrent, "a shell is used on its lane")
    _ = store.listen(to: names.node(NameToken.encode(node.name.text))) { [weak self] message in self?.take(message) }
    store.open(watching: [.nodes, .slots]) { [weak self] event in self?.take(event) }
  }

  /// Ends the connection, without a word to the cluster; `handle(.leave)` leaves in order.
  package func close() {
    precondition(store.lane.isCurrent, "a shell is used on its lane")
    isClosed = true
    store.close()
  }

  /// The node as it is now.
  package var present: ClusterNode {
    precondition(store.lane.isCurrent, "a shell is used on its lane")
    return node
  }

  /// Returns the standing of a line at this moment, for an act that adds a call (K5).
  package func standing(of line: String, for act: AddingAct) -> ClusterStanding {
    precondition(store.lane.isCurrent, "a shell is used on its lane")
    return node.standing(of: line, for: act, at: now)
  }

  /// Gives the node an event, and carries its effects out.
  package func handle(_ event: ClusterEvent) {
    precondition(store.lane.isCurrent, "a shell is used on its lane")
    events.append(event)
    // An event from inside an effect waits until all effects before it are carried out.
    guard !isHandling else { return }
    isHandling = true
    while !isClosed, !events.isEmpty {
      for effect in node.handle(events.removeFirst(), at: now) { carryOut(effect) }
    }
    isHandling = false
    setTimer()
  }

  // MARK: Time

  private var now: ClusterTime { ClusterTime(milliseconds: store.lane.now.nanoseconds / 1_000_000) }

  private func setTimer() {
    timers += 1
    guard let deadline = node.deadline else { return }
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
    case .connected: seen = []
    case .disconnected:
      seen = []
      handle(.disconnected)
    case .snapshot(let bucket, _):
      // A later snapshot shows that changes were missed: the node reads both buckets again, the slots first.
      let wasWhole = seen.count == 2
      seen.insert(bucket)
      if wasWhole || seen.count == 2 { handle(.connected) }
    case .changed(let bucket, let entry):
      do throws(UnreadableKey) { handle(try ClusterKeys.event(bucket, entry)) } catch { tell(of: error) }
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
    let limit = Duration.milliseconds(node.settings.readLimit)
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
        // The node asks again after its limit.
        case (.failure(let error), _), (_, .failure(let error)): hear(.problem(error))
        }
      }
    }
  }

  private func send(_ write: ClusterWrite) {
    guard underWay.insert(write.id).inserted else { return }
    let limit = Duration.milliseconds(node.settings.beat)
    store.write(ClusterKeys.write(write), within: limit) { [weak self] outcome in
      guard let self, !isClosed else { return }
      underWay.remove(write.id)
      switch outcome {
      case .stored(let revision): handle(.written(write.id, revision: revision))
      case .lost: handle(.writeLost(write.id))
      // The node sends it again at its next beat, under the same id.
      case .failed(.unanswered), .failed(.disconnected), .failed(.closed): break
      case .failed(let error): hear(.problem(error))
      }
    }
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
