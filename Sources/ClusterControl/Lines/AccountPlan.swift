/// The decision which accounts of lines are up on this node: a pure value (K5, K7, K8).
///
/// An account is up where its line is. A node without a lease withdraws its contact. Where the line has moved the account goes away, once
/// its last call has ended. Every function returns orders, which are carried out in their order.
package struct AccountPlan: Hashable, Sendable {
  private enum Phase: Hashable, Sendable {
    case down
    case up
    /// It is there, without a contact at its registrar.
    case withdrawn
    /// It goes away with its last call.
    case leaving(turn: UInt64)
  }

  private struct Entry: Hashable, Sendable {
    let line: String
    /// The account as it should be; nil for one that is no longer wanted.
    var wanted: LineAccount?
    /// The account as it is.
    var running: LineAccount?
    var phase = Phase.down
  }

  private struct Key: Hashable, Sendable {
    let line: String
    let source: AccountSource
  }

  private let digits: Int
  private var entries: [String: Entry] = [:]
  private var wishes: [Key: [LineAccount]] = [:]
  /// The ids of a line's accounts, sorted.
  private var idsOfLine: [String: [String]] = [:]
  private var linesOfSlot: [Int: Set<String>] = [:]
  /// The nodes that are gone from which slots were claimed.
  private var former: [Int: String] = [:]
  private var turns: UInt64 = 0

  /// Creates a plan without accounts.
  ///
  /// - Parameter digits: the digits of slots.
  package init(digits: Int) { self.digits = digits }

  /// The lines with accounts, sorted.
  package var lines: [String] { idsOfLine.keys.sorted() }

  /// Returns the lines of a slot that have accounts, sorted.
  package func lines(in slot: Slot) -> [String] { (linesOfSlot[slot.index] ?? []).sorted() }

  /// Returns true for an account that is up and has not withdrawn its contact.
  package func isUp(_ id: String) -> Bool { entries[id]?.phase == .up }

  /// The number of accounts that are there.
  package var count: Int { entries.count { $0.value.phase != .down } }

  /// Replaces the accounts of a line from one source.
  ///
  /// - Parameters:
  ///   - holding: returns the place of a line.
  /// - Returns: the orders, and the ids that other accounts have.
  package mutating func set(
    _ accounts: [LineAccount], of line: String, from source: AccountSource, holding: (String) -> LineHolding
  ) -> (orders: [AccountOrder], taken: [String]) {
    let before = idsOfLine[line] ?? []
    wishes[Key(line: line, source: source)] = accounts.isEmpty ? nil : accounts
    var wanted: [String: LineAccount] = [:]
    var taken: [String] = []
    for source in AccountSource.allCases {
      for account in wishes[Key(line: line, source: source)] ?? [] {
        let isFree = wanted[account.id] == nil && entries[account.id].map { $0.line == line } ?? true
        if isFree { wanted[account.id] = account } else { taken.append(account.id) }
      }
    }
    let ids = Set(before).union(wanted.keys).sorted()
    for id in ids { entries[id, default: Entry(line: line)].wanted = wanted[id] }
    idsOfLine[line] = ids.isEmpty ? nil : ids
    note(line)
    return (review(line, holding: holding), taken)
  }

  /// Looks at a line whose place may have changed.
  package mutating func review(_ line: String, holding: (String) -> LineHolding) -> [AccountOrder] {
    guard let ids = idsOfLine[line] else { return [] }
    let place = holding(line)
    var orders: [AccountOrder] = []
    for id in ids { step(id, place, &orders) }
    return orders
  }

  /// Notes that this node claimed a slot from a node that is gone.
  package mutating func tookOver(_ slot: Slot, from node: String) { former[slot.index] = node }

  /// Notes that another node has a slot.
  package mutating func lost(_ slot: Slot) { former[slot.index] = nil }

  /// Takes the word that an account which leaves has no calls.
  ///
  /// - Parameter turn: the turn of the order; one of an earlier order is late and changes nothing.
  package mutating func ended(_ id: String, turn: UInt64, holding: (String) -> LineHolding) -> [AccountOrder] {
    guard let entry = entries[id], entry.phase == .leaving(turn: turn) else { return [] }
    var orders = [AccountOrder.remove(id)]
    entries[id]?.phase = .down
    entries[id]?.running = nil
    step(id, holding(entry.line), &orders)
    return orders
  }

  private mutating func step(_ id: String, _ place: LineHolding, _ orders: inout [AccountOrder]) {
    guard var entry = entries[id] else { return }
    defer { settle(id, entry) }
    guard let running = entry.running else {
      guard let wanted = entry.wanted, place == .here else { return }
      let slot = Slot(of: entry.line, digits: digits)
      orders.append(.add(id, former: former[slot.index]))
      (entry.running, entry.phase) = (wanted, .up)
      return
    }
    guard let wanted = entry.wanted, wanted.kind == running.kind, place != .elsewhere else { return leave(id, &entry, &orders) }
    if case .leaving = entry.phase, place == .cutOff { return }
    if wanted.content != running.content {
      orders.append(.configure(id))
      entry.running = wanted
    }
    switch (entry.phase, place) {
    case (.up, .cutOff):
      orders.append(.withdraw(id))
      entry.phase = .withdrawn
    case (.withdrawn, .here), (.leaving, .here):
      orders.append(.register(id))
      entry.phase = .up
    default: break
    }
  }

  private mutating func leave(_ id: String, _ entry: inout Entry, _ orders: inout [AccountOrder]) {
    if case .leaving = entry.phase { return }
    turns += 1
    orders.append(.leave(id, turn: turns))
    entry.phase = .leaving(turn: turns)
  }

  /// Keeps an entry that is wanted or there, and forgets any other.
  private mutating func settle(_ id: String, _ entry: Entry) {
    guard entry.wanted == nil, entry.running == nil else {
      entries[id] = entry
      return
    }
    entries[id] = nil
    let rest = (idsOfLine[entry.line] ?? []).filter { $0 != id }
    idsOfLine[entry.line] = rest.isEmpty ? nil : rest
    note(entry.line)
  }

  private mutating func note(_ line: String) {
    let index = Slot(of: line, digits: digits).index
    if idsOfLine[line] != nil {
      linesOfSlot[index, default: []].insert(line)
    } else {
      linesOfSlot[index]?.remove(line)
    }
  }
}
