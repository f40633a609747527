/// Entries by virtual time, equal times in the order in which they were added: a binary heap.
struct SimulationQueue<Entry> {
  private var heap: [(time: Int64, number: UInt64, entry: Entry)] = []
  private var count: UInt64 = 0

  var isEmpty: Bool { heap.isEmpty }
  var nextTime: Int64? { heap.first?.time }

  mutating func add(_ entry: Entry, at time: Int64) {
    count += 1
    heap.append((time, count, entry))
    var place = heap.count - 1
    while place > 0, isBefore(place, (place - 1) / 2) {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() -> (time: Int64, entry: Entry)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.time, first.entry)
  }

  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && isBefore(child, least) { least = child }
      if least == place { return }
      heap.swapAt(place, least)
      place = least
    }
  }

  private func isBefore(_ left: Int, _ right: Int) -> Bool {
    (heap[left].time, heap[left].number) < (heap[right].time, heap[right].number)
  }
}

/// Random numbers that are the same for the same seed (SplitMix64).
struct TrialGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 to `bound` - 1.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  /// Returns true once in `times`.
  mutating func once(in times: Int) -> Bool { below(times) == 0 }
}
