internal import CallControl
package import ClusterControl
package import HookswitchCore
internal import Locking
package import StrictJSON

/// The lines' settings of a cluster at one node: accounts, policy and do-not-disturb of the lines that the node owns.
///
/// `AccountPlan` and `DoNotDisturbCopy` decide. `@unchecked Sendable`: only the store's lane reads and changes the state that no lock guards.
package final class ClusterLines: @unchecked Sendable {
  static let patience = Duration.seconds(5)
  static let pause = Duration.seconds(1)
  /// The largest nesting and size of a value.
  static let limits = JSONLimits(depth: 32, size: 256 << 10)

  /// A key of the bucket.
  struct Known {
    var bytes: [UInt8]
    var revision: UInt64
    /// The settings that count; nil while the line is elsewhere, or while none could be used.
    var open: Open?
    /// The revision of a value that could not be used.
    var unusable: UInt64?
  }

  /// The settings of a line that is here.
  struct Open {
    var value: JSONValue
    var settings: LineSettings
    var copy: DoNotDisturbCopy
  }

  let store: any ClusterStore
  private let gate: ClusterGate
  private let digits: Int
  let hands: LineHands
  private let host: CallHost
  private var plan: AccountPlan
  var known: [String: Known] = [:]
  /// The lines whose keys are missing in the newest snapshot: the engine lost them, or somebody removed them unseen.
  var missing: Set<String> = []
  private var configured: Set<String> = []
  /// The lines whose problem was told.
  private var troubled: Set<String> = []
  private var linesOfSlot: [Int: Set<String>] = [:]
  /// The lines to look at, from the index `nextDue`; `isDue` has the same lines, so that the list has each once.
  private var due: [String] = []
  private var nextDue = 0
  private var isDue: Set<String> = []
  private var isReviewing = false
  /// The number of lines that are looked at in one go: about a millisecond.
  private static let portion = 16
  /// The lines that are written again without an outcome.
  var restoring: Set<String> = []
  var isClosed = false
  var isRead = false
  var writes: UInt64 = 0
  /// Do-not-disturb of the lines with a key, as the host had it last. [any thread]
  let flags = Locked<[String: Bool]>([:])
  private let listener = Locked<DirectListener?>(nil)

  /// Creates the settings of a node that has read nothing yet.
  package init(_ store: any ClusterStore, gate: ClusterGate, host: CallHost, hands: LineHands) {
    (self.store, self.gate, self.host, self.hands) = (store, gate, host, hands)
    digits = gate.node.settings.digits
    plan = AccountPlan(digits: digits)
    // The closure keeps what each change needs: a weak reference costs more than the rest of the change.
    listener.withLock { listener in
      listener = DirectListener(
        host,
        changes: { [flags, weak self] change in
          if Self.note(change, in: flags) { self?.follow(change) }
        })
    }
  }

  /// Ends the work. [the lane]
  package func close() {
    isClosed = true
    listener.withLock { $0 }?.stop(host)
    listener.withLock { $0 = nil }
  }

  /// The number of accounts that are there. [the lane]
  package var accountCount: Int { plan.count }

  // MARK: Events

  /// Replaces the accounts of the configuration, by line. [the lane]
  package func setConfigured(_ accounts: [String: [LineAccount]]) {
    for line in configured.union(accounts.keys).sorted() { set(accounts[line] ?? [], of: line, from: .configuration) }
    configured = Set(accounts.keys)
  }

  /// Gives the lines the policies of their keys again: those of the configuration have changed. [the lane]
  package func renewPolicies() {
    for line in known.keys.sorted() { if let policy = known[line]?.open?.settings.policy { hands.setPolicy(policy, line) } }
  }

  /// Takes an event of the node's shell. [the lane]
  package func take(_ event: ClusterShellEvent) {
    precondition(store.lane.isCurrent, "lines are kept on their lane")
    guard !isClosed else { return }
    switch event {
    case .linesRead(let entries): take(all: entries)
    case .lineChanged(let entry): take(entry)
    case .claims(let slot, let node): plan.tookOver(slot, from: node.text)
    case .effect(.gained(let slot, _)), .placesChanged(let slot?): review(slot)
    case .effect(.lost(let slot)):
      plan.lost(slot)
      review(slot)
    case .effect(.leaseBegan), .effect(.leaseEnded), .effect(.rejoined), .placesChanged(nil): reviewAll()
    case .effect, .problem, .unreadable, .connection, .renewed, .tookOver, .trafficConnection: break
    }
  }

  /// Takes the word that an account which leaves has no calls. [the lane]
  package func ended(_ id: String, turn: UInt64) {
    guard !isClosed else { return }
    carryOut(plan.ended(id, turn: turn) { holding($0) })
  }

  // MARK: Places

  private func holding(_ line: String) -> LineHolding { LineHolding(gate.look(at: line, for: .incoming)) }

  private func review(_ slot: Slot) { review((linesOfSlot[slot.index] ?? []).union(plan.lines(in: slot)).sorted()) }

  private func reviewAll() { review(Set(known.keys).union(plan.lines).sorted()) }

  /// Looks at lines, a portion at once and the rest later: a node that gains thousands of lines must renew its lease meanwhile.
  private func review(_ lines: [String]) {
    due += lines.filter { isDue.insert($0).inserted }
    reviewPortion()
  }

  private func reviewPortion() {
    guard !isReviewing, nextDue < due.count else { return }
    isReviewing = true
    for _ in 0..<min(Self.portion, due.count - nextDue) {
      let line = due[nextDue]
      nextDue += 1
      isDue.remove(line)
      review(line)
    }
    if nextDue == due.count { (due, nextDue) = ([], 0) }
    // Later events of the lane wait for this, too: those of one burst are not looked at one by one.
    store.lane.run { [weak self] in
      guard let self, !isClosed else { return }
      isReviewing = false
      reviewPortion()
    }
  }

  func review(_ line: String) {
    if missing.contains(line) {
      switch holding(line) {
      case .here: restore(line)
      case .elsewhere: remove(line)
      case .cutOff: break
      }
    }
    settle(line)
    carryOut(plan.review(line) { holding($0) })
  }

  /// Reads the settings of a line that is here, and forgets those of a line that is elsewhere.
  ///
  /// Values of lines elsewhere stay unread: there may be very many.
  private func settle(_ line: String) {
    guard let entry = known[line] else { return }
    switch holding(line) {
    case .here: if entry.open == nil, entry.unusable != entry.revision { read(line) }
    case .elsewhere: shut(line)
    // A node without a lease keeps what it has: its calls go on.
    case .cutOff: break
    }
  }

  private func shut(_ line: String) {
    guard let open = known[line]?.open else { return }
    known[line]?.open = nil
    flags.withLock { $0[line] = nil }
    if open.settings.policy != nil { hands.setPolicy(nil, line) }
    set([], of: line, from: .bucket)
  }

  private func read(_ line: String) {
    guard let entry = known[line] else { return }
    let (value, settings): (JSONValue, LineSettings)
    do throws(LineFault) {
      value = try Self.read(entry.bytes)
      settings = try hands.read(line, value)
    } catch {
      known[line]?.unusable = entry.revision
      return tell(error.reason, line)
    }
    known[line]?.unusable = nil
    tell(nil, line)
    var copy = entry.open?.copy ?? DoNotDisturbCopy(stored: settings.doNotDisturb, revision: entry.revision)
    let order = entry.open == nil ? copy.moved(isHere: true) : copy.storeHas(settings.doNotDisturb, revision: entry.revision)
    known[line]?.open = Open(value: value, settings: settings, copy: copy)
    if entry.open == nil { flags.withLock { $0[line] = false } }
    if settings.policy != nil || entry.open?.settings.policy != nil { hands.setPolicy(settings.policy, line) }
    if let order { carryOut(order, line) }
    set(settings.accounts, of: line, from: .bucket)
  }

  /// Tells a problem, and the end of one that was told.
  private func tell(_ problem: String?, _ line: String) {
    let isNews = problem == nil ? troubled.remove(line) != nil : true
    if problem != nil { troubled.insert(line) }
    if isNews { hands.tell(problem, line) }
  }

  private func carryOut(_ orders: [AccountOrder]) { if !orders.isEmpty { hands.carryOut(orders) } }

  private func set(_ accounts: [LineAccount], of line: String, from source: AccountSource) {
    let (orders, taken) = plan.set(accounts, of: line, from: source) { holding($0) }
    carryOut(orders)
    if !taken.isEmpty { tell("the names \(taken.joined(separator: ", ")) are those of other providers: choose others", line) }
  }

  // MARK: Keys

  private func take(all entries: [ClusterEntry]) {
    isRead = true
    let present = Dictionary(entries.map { ($0.key, $0.revision) }) { max($0, $1) }
    for line in known.keys.sorted() {
      let revision = present[ClusterRecord.key(of: line, digits: digits)]
      // An engine that lost data counts from the beginning again (K9).
      if revision ?? 0 < known[line]?.revision ?? 0 {
        known[line]?.revision = 0
        known[line]?.open?.copy.storeWentBack()
      }
      if revision == nil { missing.insert(line) }
    }
    for entry in entries { take(entry) }
    for line in missing.sorted() { review(line) }
  }

  private func take(_ entry: ClusterEntry) {
    guard let line = LiveKey.line(entry.key), entry.key == ClusterRecord.key(of: line, digits: digits) else { return }
    if let before = known[line], entry.revision <= before.revision { return }
    missing.remove(line)
    guard let bytes = entry.value else { return remove(line) }
    if known[line] == nil {
      known[line] = Known(bytes: bytes, revision: entry.revision)
      linesOfSlot[Slot(of: line, digits: digits).index, default: []].insert(line)
    } else {
      known[line]?.bytes = bytes
      known[line]?.revision = entry.revision
      if known[line]?.open != nil { return read(line) }
    }
    settle(line)
  }

  /// Reads a value, which is an object.
  static func read(_ bytes: [UInt8]) throws(LineFault) -> JSONValue {
    let value: JSONValue
    do throws(JSONSyntaxError) { value = try JSONReader.read(bytes, limits: limits) } catch { throw LineFault("it is not JSON: \(error)") }
    guard case .object = value else { throw LineFault("it is \(value.kind), should be an object") }
    return value
  }

  func remove(_ line: String) {
    missing.remove(line)
    guard known[line] != nil else { return }
    tell(nil, line)
    shut(line)
    known[line] = nil
    linesOfSlot[Slot(of: line, digits: digits).index]?.remove(line)
  }

  func keyWrite(_ line: String, _ value: [UInt8]?, _ condition: BucketWrite.Condition) -> BucketWrite {
    writes += 1
    return BucketWrite(
      bucket: .lines, key: ClusterRecord.key(of: line, digits: digits), value: value, condition: condition,
      id: "\(gate.node.incarnation):lines:\(writes)")
  }
}

extension JSONValue {
  /// The value of a Boolean; nil for any other.
  var flag: Bool? {
    switch self {
    case .bool(let flag): flag
    default: nil
    }
  }

  /// Returns an object with a member, which replaces one of that name.
  package func setting(_ name: String, _ value: JSONValue) -> JSONValue {
    guard case .object(var members) = self else { return self }
    if let place = members.firstIndex(where: { $0.name == name }) {
      members[place].value = value
    } else {
      members.append(.init(name: name, value: value))
    }
    return .object(members)
  }
}
