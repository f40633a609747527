internal import Glibc
internal import TransportABI

/// The timers of a loop, soonest first.
///
/// Confined to the loop's thread.
struct LoopTimers {
  typealias Callback = @convention(c) (UnsafeMutableRawPointer?, hsw_timer) -> Void

  /// The effect of a due timer.
  enum Target {
    case plugin(any LoopResident, Callback, UnsafeMutableRawPointer?)
    case order(any LoopResident, TransportOrder)
    /// A function of the loader, for its owner.
    case run(AnyObject, () -> Void)

    var owner: AnyObject {
      switch self {
      case .plugin(let instance, _, _), .order(let instance, _): instance
      case .run(let owner, _): owner
      }
    }
  }

  private struct Timer {
    var period: UInt64
    var target: Target
  }

  private struct Due {
    var time: UInt64
    var id: UInt64
  }

  private var timers: [UInt64: Timer] = [:]
  /// The number of timers of each owner: most owners that end have none, and a search looks at all timers.
  private var counts: [ObjectIdentifier: Int] = [:]
  private var heap: [Due] = []
  private var last: UInt64 = 0

  /// The time of the next timer; nil when there is none.
  var next: UInt64? {
    mutating get {
      while let first = heap.first {
        if timers[first.id] != nil { return first.time }
        pop()
      }
      return nil
    }
  }

  mutating func add(at time: UInt64, period: UInt64, _ target: Target) -> UInt64 {
    last += 1
    timers[last] = Timer(period: period, target: target)
    counts[ObjectIdentifier(target.owner), default: 0] += 1
    push(Due(time: time, id: last))
    return last
  }

  /// Removes a timer if it belongs to `owner`.
  mutating func remove(_ id: UInt64, of owner: AnyObject) -> Bool {
    guard let timer = timers[id], timer.target.owner === owner else { return false }
    drop(id, of: owner)
    // Entries of removed timers stay in the heap until they are due, or until they are most of it.
    if heap.count > 64, heap.count > timers.count * 4 {
      let live = heap.filter { timers[$0.id] != nil }
      heap.removeAll(keepingCapacity: true)
      for due in live { push(due) }
    }
    return true
  }

  /// Removes all timers of `owner`; returns how many of them were the plugin's.
  mutating func removeAll(of owner: AnyObject) -> Int {
    guard counts.removeValue(forKey: ObjectIdentifier(owner)) != nil else { return 0 }
    var count = 0
    for (id, timer) in timers where timer.target.owner === owner {
      if case .plugin = timer.target { count += 1 }
      timers[id] = nil
    }
    return count
  }

  /// Takes the next timer that is due at `now`; a periodic one is set again, and skips the periods that it missed.
  mutating func takeDue(at now: UInt64) -> (id: UInt64, target: Target)? {
    guard let time = next, time <= now, let id = heap.first?.id, let timer = timers[id] else { return nil }
    pop()
    if timer.period > 0 {
      let missed = (now - time) / timer.period
      push(Due(time: time &+ (missed + 1) &* timer.period, id: id))
    } else {
      drop(id, of: timer.target.owner)
    }
    return (id, timer.target)
  }

  private mutating func drop(_ id: UInt64, of owner: AnyObject) {
    timers[id] = nil
    let left = (counts[ObjectIdentifier(owner)] ?? 0) - 1
    counts[ObjectIdentifier(owner)] = left > 0 ? left : nil
  }

  private static func isSooner(_ a: Due, _ b: Due) -> Bool { a.time != b.time ? a.time < b.time : a.id < b.id }

  private mutating func push(_ due: Due) {
    heap.append(due)
    var child = heap.count - 1
    while child > 0, Self.isSooner(heap[child], heap[(child - 1) / 2]) {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func pop() {
    let lastDue = heap.removeLast()
    guard !heap.isEmpty else { return }
    heap[0] = lastDue
    var parent = 0
    while true {
      let left = parent * 2 + 1
      guard left < heap.count else { return }
      let right = left + 1
      let child = right < heap.count && Self.isSooner(heap[right], heap[left]) ? right : left
      guard Self.isSooner(heap[child], heap[parent]) else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}
