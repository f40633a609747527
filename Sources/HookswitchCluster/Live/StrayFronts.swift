package import ClusterControl
internal import Locking

/// The calls that other nodes have on the lines of this node's strays: a stray comes to the front only while the line's owner has no call
/// there (K8).
///
/// `@unchecked Sendable`: only the store's lane reads and changes the state that no lock guards.
package final class StrayFronts: @unchecked Sendable {
  private static let patience = Duration.seconds(10)
  private static let pause = Duration.seconds(1)

  private struct Watched {
    let listener: ClusterListener
    /// The newest revision of the line's key that was seen on this connection.
    var revision: UInt64 = 0
  }

  private let store: any ClusterStore
  private let names: ClusterNames
  private let digits: Int
  private let places: GatewayPlaces
  private let changed: @Sendable (String) -> Void
  private var watched: [String: Watched] = [:]
  private var isReading = false
  private var readsAgain = false
  private var isClosed = false
  /// Grows with each connection and each loss: a read of an earlier one changes nothing.
  private var turn = 0
  /// The connected calls of watched lines; none for a line that was not read yet. [any thread]
  private let calls = Locked<[String: [LiveCall]]>([:])

  /// Creates a watch without lines.
  ///
  /// - Parameter changed: called on the lane for a line whose calls at its owner have changed.
  init(
    _ names: ClusterNames, store: any ClusterStore, digits: Int, places: GatewayPlaces, _ changed: @escaping @Sendable (String) -> Void
  ) {
    (self.names, self.store, self.digits, self.places, self.changed) = (names, store, digits, places, changed)
  }

  /// Returns false only when the node is known to have no call in front on the line. [any thread]
  package func hasFront(_ line: String, of node: NodeName) -> Bool {
    calls.withLock { calls in
      guard let known = calls[line] else { return true }
      return known.contains { $0.holder.node == node && $0.isInFront }
    }
  }

  /// Watches the lines with connected calls here that another node may own, and no others. [the lane]
  ///
  /// - Parameters:
  ///   - lines: the lines to look at.
  ///   - hasCalls: returns true while a line has connected calls here.
  func review(_ lines: [String], hasCalls: (String) -> Bool) {
    precondition(store.lane.isCurrent, "fronts are watched on their lane")
    guard !isClosed else { return }
    var isNew = false
    for line in lines {
      let isStray = hasCalls(line) && !isHere(line)
      if isStray, watched[line] == nil {
        watch(line)
        isNew = true
      } else if !isStray, let known = watched.removeValue(forKey: line) {
        store.unlisten(known.listener)
        calls.withLock { $0[line] = nil }
      }
    }
    if isNew { read() }
  }

  /// Looks at the watched lines and others again. [the lane]
  func reviewAll(_ lines: [String]) {
    let busy = Set(lines)
    review(watched.keys.sorted() + lines.filter { watched[$0] == nil }) { busy.contains($0) }
  }

  /// Reads all watched lines again: the connection was lost meanwhile. [the lane]
  func connected() {
    forget()
    if !watched.isEmpty { read() }
  }

  /// Forgets what is known: it may change unseen. [the lane]
  func disconnected() { forget() }

  /// Ends the watch. [the lane]
  func close() {
    isClosed = true
    forget()
  }

  private func isHere(_ line: String) -> Bool {
    if case .here = places.line(line) { return true }
    return false
  }

  private func forget() {
    turn += 1
    (isReading, readsAgain) = (false, false)
    calls.withLock { $0 = [:] }
    for line in watched.keys { watched[line]?.revision = 0 }
  }

  private func watch(_ line: String) {
    let key = ClusterRecord.key(of: line, digits: digits)
    let listener = store.listen(to: names.changes(.live, key)) { [weak self] message in self?.take(line, message) }
    watched[line] = Watched(listener: listener)
  }

  /// Takes a change of a line's key.
  private func take(_ line: String, _ message: ClusterMessage) {
    guard !isClosed, let revision = message.header("Nats-Sequence").flatMap({ UInt64($0) }) else { return }
    let isRemoved = message.header(EngineStore.operationHeader) != nil
    set(line, isRemoved ? [] : LiveCall.read(message.body), revision)
  }

  private func set(_ line: String, _ new: [LiveCall], _ revision: UInt64) {
    guard let known = watched[line], revision >= known.revision else { return }
    watched[line]?.revision = revision
    let isChanged = calls.withLock { calls in
      defer { calls[line] = new }
      return calls[line] != new
    }
    if isChanged { changed(line) }
  }

  /// Reads the bucket for the lines of which nothing is known; no line is read while another node's change to it is newer.
  private func read() {
    guard !isReading else {
      readsAgain = true
      return
    }
    (isReading, readsAgain) = (true, false)
    let turn = turn
    store.readAll(.live, within: Self.patience) { [weak self] result in
      guard let self, !isClosed, self.turn == turn else { return }
      isReading = false
      guard case .success(let entries) = result else {
        return store.lane.after(Self.pause) { [weak self] in if let self, self.turn == turn, !isClosed { read() } }
      }
      var rest = Set(watched.keys)
      for entry in entries {
        guard let line = LiveKey.line(entry.key), rest.remove(line) != nil else { continue }
        set(line, LiveCall.read(entry.value), entry.revision)
      }
      // A line without a key has no calls; a change that came meanwhile has a revision, and stays.
      for line in rest where watched[line]?.revision == 0 { set(line, [], 0) }
      if readsAgain { read() }
    }
  }
}
