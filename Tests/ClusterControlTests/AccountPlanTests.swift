import Testing

@testable import ClusterControl

/// The accounts of lines at one node.
struct AccountPlanTests {
  private var plan = AccountPlan(digits: 3)
  /// The places of lines; a line that is not named is elsewhere.
  private var places: [String: LineHolding] = [:]

  private static func account(_ id: String, kind: String = "sip", content: String = "{}") -> LineAccount {
    LineAccount(id: id, kind: kind, content: content)
  }

  private mutating func set(_ accounts: [LineAccount], of line: String, from source: AccountSource = .bucket) -> [AccountOrder] {
    let places = places
    return plan.set(accounts, of: line, from: source) { places[$0] ?? .elsewhere }.orders
  }

  private mutating func move(_ line: String, to place: LineHolding) -> [AccountOrder] {
    places[line] = place
    return plan.review(line) { _ in place }
  }

  private mutating func ended(_ id: String, turn: UInt64) -> [AccountOrder] {
    let places = places
    return plan.ended(id, turn: turn) { places[$0] ?? .elsewhere }
  }

  @Test mutating func `an account is up where its line is, and nowhere else`() {
    #expect(set([Self.account("alice/pbx")], of: "alice").isEmpty)
    #expect(move("alice", to: .cutOff).isEmpty)
    #expect(move("alice", to: .here) == [.add("alice/pbx", former: nil)])
    #expect(move("alice", to: .here).isEmpty && plan.isUp("alice/pbx"))
    #expect(move("alice", to: .elsewhere) == [.leave("alice/pbx", turn: 1)])
    #expect(ended("alice/pbx", turn: 1) == [.remove("alice/pbx")])
    #expect(plan.count == 0)
    #expect(move("alice", to: .here) == [.add("alice/pbx", former: nil)])
  }

  @Test mutating func `a node that is cut off withdraws its contacts, and registers again`() {
    _ = set([Self.account("alice/pbx"), Self.account("alice/trunk")], of: "alice")
    _ = move("alice", to: .here)
    #expect(move("alice", to: .cutOff) == [.withdraw("alice/pbx"), .withdraw("alice/trunk")])
    #expect(move("alice", to: .cutOff).isEmpty)
    #expect(move("alice", to: .here) == [.register("alice/pbx"), .register("alice/trunk")])
    // It was expired, and another node has the line: its calls go on, and the account goes with the last one.
    _ = move("alice", to: .cutOff)
    #expect(move("alice", to: .elsewhere) == [.leave("alice/pbx", turn: 1), .leave("alice/trunk", turn: 2)])
  }

  @Test mutating func `a line that comes back keeps its account`() {
    _ = set([Self.account("alice/pbx")], of: "alice")
    _ = move("alice", to: .here)
    #expect(move("alice", to: .elsewhere) == [.leave("alice/pbx", turn: 1)])
    #expect(move("alice", to: .cutOff).isEmpty)
    #expect(move("alice", to: .here) == [.register("alice/pbx")])
    // The end of the calls came late.
    #expect(ended("alice/pbx", turn: 1).isEmpty && plan.isUp("alice/pbx"))
    #expect(move("alice", to: .elsewhere) == [.leave("alice/pbx", turn: 2)])
    #expect(ended("alice/pbx", turn: 1).isEmpty)
    #expect(ended("alice/pbx", turn: 2) == [.remove("alice/pbx")])
  }

  @Test mutating func `new settings go to the provider, and another transport replaces it after its calls`() {
    places["alice"] = .here
    #expect(set([Self.account("alice/pbx")], of: "alice") == [.add("alice/pbx", former: nil)])
    #expect(set([Self.account("alice/pbx", content: "{1}")], of: "alice") == [.configure("alice/pbx")])
    #expect(set([Self.account("alice/pbx", content: "{1}")], of: "alice").isEmpty)
    #expect(set([Self.account("alice/pbx", kind: "other")], of: "alice") == [.leave("alice/pbx", turn: 1)])
    #expect(ended("alice/pbx", turn: 1) == [.remove("alice/pbx"), .add("alice/pbx", former: nil)])
    // Removed and named again before its calls ended.
    #expect(set([], of: "alice") == [.leave("alice/pbx", turn: 2)])
    #expect(set([Self.account("alice/pbx", kind: "other")], of: "alice") == [.register("alice/pbx")])
    #expect(set([], of: "alice") == [.leave("alice/pbx", turn: 3)])
    #expect(ended("alice/pbx", turn: 3) == [.remove("alice/pbx")])
    #expect(plan.lines.isEmpty && plan.lines(in: Slot(of: "alice", digits: 3)).isEmpty)
  }

  @Test mutating func `the configuration of the node has its names first`() {
    places = ["alice": .here, "bob": .here]
    #expect(set([Self.account("office")], of: "alice", from: .configuration) == [.add("office", former: nil)])
    let (orders, taken) = plan.set([Self.account("office", content: "{2}")], of: "bob", from: .bucket) { _ in .here }
    #expect(orders.isEmpty && taken == ["office"])
    #expect(set([Self.account("office", content: "{3}"), Self.account("alice/x")], of: "alice") == [.add("alice/x", former: nil)])
  }

  @Test mutating func `the heir of a slot knows the node that had it`() {
    let slot = Slot(of: "alice", digits: 3)
    _ = set([Self.account("alice/pbx")], of: "alice")
    plan.tookOver(slot, from: "a1")
    #expect(move("alice", to: .here) == [.add("alice/pbx", former: "a1")])
    _ = move("alice", to: .elsewhere)
    plan.lost(slot)
    _ = ended("alice/pbx", turn: 1)
    #expect(move("alice", to: .here) == [.add("alice/pbx", former: nil)])
  }

  /// Random events: what the orders say is up agrees with the places at each quiet moment.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) mutating func `orders keep the world as planned`(seed: UInt64) {
    var random = NumberSource(state: seed)
    var world: [String: Bool] = [:]
    var leaving: [(String, UInt64)] = []
    let lines = ["alice", "bob", "carol"]
    func carry(_ orders: [AccountOrder]) {
      for order in orders {
        switch order {
        case .add(let id, _):
          #expect(world[id] == nil, "\(id) is added twice")
          world[id] = true
        case .register(let id): world[id] = true
        case .configure(let id): #expect(world[id] != nil)
        case .withdraw(let id): world[id] = false
        case .leave(let id, let turn):
          world[id] = false
          leaving.append((id, turn))
        case .remove(let id):
          #expect(world[id] == false, "\(id) is removed while it is registered")
          world[id] = nil
        }
      }
    }
    for _ in 0..<400 {
      let line = lines[random.below(3)]
      switch random.below(4) {
      case 0:
        let content = "{\(random.below(2))}"
        let accounts = (0..<random.below(3)).map { Self.account("\(line)/\($0)", kind: "k\(random.below(2))", content: content) }
        carry(set(accounts, of: line))
      case 1:
        if let index = leaving.indices.randomElement(using: &random) {
          let (id, turn) = leaving.remove(at: index)
          carry(ended(id, turn: turn))
        }
      default: carry(move(line, to: [.here, .cutOff, .elsewhere][random.below(3)]))
      }
      for (id, isRegistered) in world where isRegistered {
        #expect(places[String(id.prefix { $0 != "/" })] == .here, "\(id) is registered at seed \(seed)")
      }
    }
  }
}

/// Do-not-disturb of a line in the store and on the host.
struct DoNotDisturbCopyTests {
  @Test func `the owner writes its changes`() {
    var copy = DoNotDisturbCopy(stored: nil, revision: 4)
    #expect(copy.hostHas(true) == nil)
    #expect(copy.moved(isHere: true) == nil)
    #expect(copy.hostHas(true) == .write(true, revision: 4))
    // A second change waits for the first; the repetition of the own write changes nothing.
    #expect(copy.hostHas(false) == nil)
    #expect(copy.storeHas(true, revision: 5) == nil)
    #expect(copy.written(revision: 5) == .write(false, revision: 5))
    #expect(copy.written(revision: 6) == nil)
    #expect(copy.storeHas(true, revision: 5) == nil)
    #expect(copy.storeHas(false, revision: 6) == nil && !copy.isWriting)
  }

  @Test func `a change by administration counts on the host`() {
    var copy = DoNotDisturbCopy(stored: true, revision: 1)
    #expect(copy.moved(isHere: true) == .apply(true))
    #expect(copy.hostHas(true) == nil)
    #expect(copy.storeHas(false, revision: 2) == .apply(false))
    #expect(copy.moved(isHere: false) == nil)
    #expect(copy.storeHas(true, revision: 3) == nil)
    #expect(copy.hostHas(false) == nil)
    #expect(copy.moved(isHere: true) == .apply(true))
  }

  @Test func `a lost write is made again unless administration changed do-not-disturb`() {
    var copy = DoNotDisturbCopy(stored: false, revision: 1)
    _ = copy.moved(isHere: true)
    #expect(copy.hostHas(true) == .write(true, revision: 1))
    // Another member changed.
    #expect(copy.lost(false, revision: 2) == .write(true, revision: 2))
    copy.failed()
    #expect(copy.again() == .write(true, revision: 2))
    #expect(copy.written(revision: 3) == nil)
    #expect(copy.hostHas(false) == .write(false, revision: 3))
    #expect(copy.lost(nil, revision: 4) == nil)
    #expect(copy.storeHas(true, revision: 5) == .apply(true))
  }
}

/// A generator from a seed.
private struct NumberSource: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33 | state << 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() >> 8) % limit }
}
