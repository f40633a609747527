import ClusterControl
import ClusterTrials

/// One node against a store that answers at once.
struct NodeDesk {
  var node: ClusterNode
  var store: TrialStore
  var now = ClusterTime(milliseconds: 1_000)
  var seen: [ClusterEffect] = []
  /// True while writes get no answer.
  var isSilent = false
  private var lives: UInt64 = 100

  init(_ name: NodeName, _ life: UInt64, store: TrialStore = TrialStore(), hasLock: Bool = false, rules: ClusterRules = .all) {
    var settings = ClusterSettings()
    settings.digits = 1
    settings.wishPause = 0
    node = ClusterNode(
      name: name, incarnation: Incarnation(high: 0, low: life), settings: settings, predecessorIsDead: hasLock, rules: rules)
    self.store = store
  }

  mutating func send(_ event: ClusterEvent) {
    var effects = node.handle(event, at: now)
    while !effects.isEmpty {
      let effect = effects.removeFirst()
      seen.append(effect)
      switch effect {
      case .readMap(let number):
        lives += 1
        effects += node.handle(.mapRead(number, store.map, fresh: Incarnation(high: 1, low: lives)), at: now)
      case .write(let write) where !isSilent:
        effects += node.handle(store.apply(write).answer, at: now)
      default: break
      }
    }
  }

  mutating func wait(_ milliseconds: Int64) {
    let end = now + milliseconds
    while let deadline = node.deadline, deadline <= end {
      now = max(now + 1, deadline)
      send(.tick)
    }
    now = end
  }

  /// Writes as another node.
  mutating func write(_ value: ClusterWrite.Value, _ number: UInt64, revision: UInt64?) {
    let result = store.apply(ClusterWrite(id: WriteID(Incarnation(high: 7, low: 7), number), value: value, expected: revision))
    if let change = result.change { send(change) }
  }

  mutating func hear(_ name: NodeName, _ life: UInt64, beat: UInt64, _ state: NodeRecord.State = .active) {
    let record = NodeRecord(incarnation: Incarnation(high: 0, low: life), beat: beat, state: state, profile: NodeProfile())
    write(.node(name, record), life * 1_000 + beat, revision: nil)
  }

  var owned: Int { node.slots.count { $0.isOwned(by: node.life) } }
}
