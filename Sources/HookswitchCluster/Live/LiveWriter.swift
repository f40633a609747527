internal import CallControl
package import ClusterControl
internal import FoundationEssentials
package import HookswitchCore
internal import Locking

/// The writing of a node's connected calls to the bucket `live`: after their connection, after their end, and after they come to the front
/// or leave it; never on their path.
///
/// The changes of a short time are written together, and a new call is looked at twice: one that has ended by then is not written at all.
/// A key has the calls of a line, which two nodes may have while a line moves: each replaces its own entries and keeps the others.
/// `@unchecked Sendable`: only the store's lane reads and changes the state that no lock guards.
package final class LiveWriter: @unchecked Sendable {
  /// The largest number of writes under way.
  private static let window = 64
  private static let patience = Duration.seconds(5)
  private static let pause = Duration.seconds(1)
  /// The time for which changes are gathered.
  private static let pace = Duration.milliseconds(60)
  /// The time after which a new call is looked at again, and written if it is still there: with `pace` less than 0.1 s.
  private static let youth = Duration.milliseconds(25)
  /// The largest number of lines whose revision is remembered.
  private static let memory = 65_536

  private struct Known {
    var revision: UInt64
    /// The calls of other nodes.
    var others: [LiveCall]
  }

  /// The host's connected calls, as the changes of its lines show them.
  ///
  /// Each call brings several changes, so that a change costs one search for its line and nothing else.
  private struct Noted: Sendable {
    struct Line: Sendable {
      var calls: [Call] = []
      /// True from a change to the next look.
      var hasChanged = false
    }

    /// The lines that have a connected call, or had one at the last look.
    var lines: [String: Line] = [:]
    /// The lines that have changed since the last look.
    var changed: [String] = []
    /// True while a look is to come.
    var isTimed = false

    /// Notes the connected calls of a line; returns true when a look is to be planned.
    mutating func note(_ line: String, _ calls: [Call]) -> Bool {
      func isFirst(_ known: inout Line) -> Bool {
        known.calls = calls
        defer { known.hasChanged = true }
        return !known.hasChanged
      }
      if isFirst(&lines[line, default: Line()]) { changed.append(line) }
      defer { isTimed = true }
      return !isTimed
    }

    /// Moves the changed lines into an empty list.
    mutating func takeChanged(_ list: inout [String]) {
      swap(&changed, &list)
      for line in list {
        guard let place = lines.index(forKey: line) else { continue }
        if lines.values[place].calls.isEmpty { lines.remove(at: place) } else { lines.values[place].hasChanged = false }
      }
      // The lane plans another look after one that found changes.
      isTimed = !list.isEmpty
    }

    /// The lines with connected calls, in their order.
    var busy: [String] { lines.filter { !$0.value.calls.isEmpty }.keys.sorted() }
  }

  private let store: any ClusterStore
  private let digits: Int
  private let node: NodeName
  private let host: CallHost
  private var life: NodeLife
  private let noted = Locked(Noted())
  private let listener = Locked<DirectListener?>(nil)
  /// Takes a line whose connected calls here have changed, on the lane.
  let lineChanged = LockedFunction<@Sendable (String) -> Void>()
  private var known: [String: Known] = [:]
  /// The lines whose calls changed before the present look; empty between looks.
  private var changed: [String] = []
  /// The lines that had a new call at the last look, which are looked at once more.
  private var young: Set<String> = []
  /// The calls of each line as they were written last; a line without calls has none.
  private var written: [String: [LiveCall]] = [:]
  /// The lines to write, in their order.
  private var dirty: [String] = []
  private var isDirty: Set<String> = []
  private var underWay: Set<String> = []
  private var isUp = false
  private var isClosed = false
  private var isCleaned = false
  private var writes: UInt64 = 0

  /// Creates a writer for a host without calls.
  package init(_ store: any ClusterStore, host: CallHost, life: NodeLife, digits: Int) {
    (self.store, self.host, self.life, self.digits) = (store, host, life, digits)
    node = life.node
    // The closure keeps what each change needs: a weak reference costs more than the rest of the change.
    listener.withLock { listener in
      listener = DirectListener(
        host,
        changes: { [noted, lane = store.lane, weak self] change in
          if Self.note(change, in: noted) { lane.after(Self.pace) { [weak self] in self?.look() } }
        })
    }
  }

  /// Writes all calls, because the engine may have lost its memory. [the lane]
  package func connected() {
    precondition(store.lane.isCurrent, "a writer is used on its lane")
    isUp = true
    if !isCleaned { clean() }
    for line in lines { write(line) }
    flush()
  }

  /// Lets writes wait. [the lane]
  package func disconnected() { isUp = false }

  /// Writes the calls again under another life. [the lane]
  package func rejoined(_ incarnation: Incarnation) {
    life = NodeLife(node, incarnation)
    connected()
  }

  /// The lines with connected calls here. [any thread]
  var lines: [String] { noted.withLock { $0.busy } }

  /// Returns true while a line has connected calls here. [any thread]
  func hasCalls(_ line: String) -> Bool { noted.withLock { $0.lines[line]?.calls.isEmpty == false } }

  /// Ends the writing. [the lane]
  package func close() {
    isClosed = true
    listener.withLock { $0 }?.stop(host)
    listener.withLock { $0 = nil }
  }

  /// Takes the entries of an earlier life of this node out: its calls ended with it, and their records are in the store.
  private func clean() {
    isCleaned = true
    store.readAll(.live, within: Self.patience) { [weak self] result in
      guard let self, !isClosed else { return }
      guard case .success(let entries) = result else {
        isCleaned = false
        return
      }
      let mine = noted.withLock { $0.lines }
      for entry in entries {
        guard let line = LiveKey.line(entry.key) else { continue }
        let present = Set((mine[line]?.calls ?? []).map(\.uuid.uuidString))
        if LiveCall.read(entry.value).contains(where: { $0.holder.node == self.node && !present.contains($0.call) }) { write(line) }
      }
      flush()
    }
  }

  // MARK: The host

  /// Notes a line's change, on the thread that drains the line; returns true when a look is to be planned.
  private static func note(_ change: LineChange, in noted: Locked<Noted>) -> Bool {
    // By indices: a loop over the elements copies each call out of the array.
    let (changed, calls) = (change.changed, change.snapshot.calls)
    guard changed.indices.contains(where: { changed[$0].connected != nil }) else { return false }
    let areAllConnected = calls.indices.allSatisfy { calls[$0].connected != nil }
    let present = areAllConnected ? calls : calls.filter { $0.connected != nil }
    return noted.withLock { $0.note(change.line.rawValue, present) }
  }

  /// Writes the lines whose calls are others than those that were written last; a line with a new call waits for another look.
  private func look() {
    noted.withLock { $0.takeChanged(&changed) }
    // The list keeps its memory.
    defer { changed.removeAll(keepingCapacity: true) }
    guard !isClosed, !changed.isEmpty else { return }
    changed.sort()
    let hadYoung = !young.isEmpty
    for line in changed {
      let (now, before) = (present(line), written[line] ?? [])
      let hasNew = now.contains { call in !before.contains { $0.call == call.call } }
      if hasNew { young.insert(line) } else if now != before { write(line) }
      lineChanged.value?(line)
    }
    flush()
    if !hadYoung, !young.isEmpty { store.lane.after(Self.youth) { [weak self] in self?.lookAgain() } }
    store.lane.after(Self.pace) { [weak self] in self?.look() }
  }

  /// Writes the lines with new calls that are still there.
  private func lookAgain() {
    for line in young.sorted() where present(line) != written[line] ?? [] { write(line) }
    young.removeAll(keepingCapacity: true)
    flush()
  }

  private func present(_ line: String) -> [LiveCall] {
    (noted.withLock { $0.lines[line]?.calls } ?? []).map { call in
      let date = call.connected.map { host.clock.date(of: $0).timeIntervalSince1970 } ?? 0
      return LiveCall(
        call: call.uuid.uuidString, holder: life, direction: call.direction.rawValue, handle: call.handle?.description,
        connected: Int64((date * 1_000).rounded()), isInFront: call.state == .active)
    }
  }

  // MARK: Writing

  private func write(_ line: String) {
    if isDirty.insert(line).inserted { dirty.append(line) }
  }

  private func flush() {
    guard isUp, !isClosed else { return }
    var rest: [String] = []
    for line in dirty {
      if underWay.count < Self.window, !underWay.contains(line) { send(line) } else { rest.append(line) }
    }
    dirty = rest
  }

  private func send(_ line: String) {
    isDirty.remove(line)
    underWay.insert(line)
    let mine = present(line)
    written[line] = mine.isEmpty ? nil : mine
    let before = known[line] ?? Known(revision: 0, others: [])
    writes += 1
    let write = BucketWrite(
      bucket: .live, key: ClusterRecord.key(of: line, digits: digits), value: LiveCall.value(before.others + mine),
      condition: .revision(before.revision), id: "\(life.incarnation):live:\(writes)")
    store.write(write, within: Self.patience) { [weak self] outcome in
      guard let self, !isClosed else { return }
      underWay.remove(line)
      take(outcome, of: line, others: before.others)
    }
  }

  private func take(_ outcome: BucketWriteOutcome, of line: String, others: [LiveCall]) {
    switch outcome {
    case .stored(let revision):
      if known.count >= Self.memory { known = [:] }
      known[line] = Known(revision: revision, others: others)
    case .lost(let current):
      let others = LiveCall.read(current?.value).filter { $0.holder.node != node }
      known[line] = Known(revision: current?.revision ?? 0, others: others)
      write(line)
    case .failed:
      write(line)
      return store.lane.after(Self.pause) { [weak self] in self?.flush() }
    }
    flush()
  }
}

/// The keys of the bucket `live`: the slot, a dot, and the token of the line.
package enum LiveKey {
  /// Returns the line of a key; nil for any other key.
  package static func line(_ key: String) -> String? {
    guard let dot = key.firstIndex(of: ".") else { return nil }
    return NameToken.decode(key[key.index(after: dot)...])
  }
}
