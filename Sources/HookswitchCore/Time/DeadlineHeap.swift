package import CallControl

/// A binary heap of deadlines, the earliest first.
///
/// Entries are never moved: when a line's deadline has moved later, the line sets a new entry once the old time comes.
package struct DeadlineHeap<Target: Sendable>: Sendable {
  private struct Entry: Sendable {
    let time: Instant
    /// The order of insertion, which decides between equal times.
    let number: UInt64
    let target: Target
  }

  private var entries: [Entry] = []
  private var count: UInt64 = 0

  /// Creates an empty heap.
  package init() {}

  /// The earliest time in the heap.
  package var earliest: Instant? { entries.first?.time }

  /// Adds a target; returns true when it is the earliest.
  package mutating func insert(_ target: Target, at time: Instant) -> Bool {
    count += 1
    entries.append(Entry(time: time, number: count, target: target))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard isBefore(child, parent) else { return false }
      entries.swapAt(child, parent)
      child = parent
    }
    return true
  }

  /// Removes the earliest target if it is due.
  package mutating func takeDue(at now: Instant) -> (target: Target, time: Instant)? {
    guard let first = entries.first, first.time <= now else { return nil }
    let last = entries.removeLast()
    if !entries.isEmpty {
      entries[0] = last
      sink()
    }
    return (first.target, first.time)
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < entries.count && isBefore(child, least) { least = child }
      guard least != parent else { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    entries[a].time != entries[b].time ? entries[a].time < entries[b].time : entries[a].number < entries[b].number
  }
}
