public import CallControl

/// A binary heap of deadlines, the earliest first.
///
/// Entries are never moved: when a line's deadline has moved later, the line sets a new entry once the old time comes.
///
/// Public and always inlined, so that the compiler specializes it in other modules, too: unspecialized, it looks up a type for each
/// comparison. The compiler does not inline a function of `package` access into another module.
public struct DeadlineHeap<Target: Sendable>: Sendable {
  @usableFromInline struct Entry: Sendable {
    @usableFromInline let time: Instant
    /// The order of insertion, which decides between equal times.
    @usableFromInline let number: UInt64
    @usableFromInline let target: Target

    @inlinable @inline(__always)
    init(_ target: Target, at time: Instant, number: UInt64) { (self.target, self.time, self.number) = (target, time, number) }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var count: UInt64 = 0

  /// Creates an empty heap.
  @inlinable @inline(__always)
  public init() {}

  /// The earliest time in the heap.
  @inlinable @inline(__always)
  public var earliest: Instant? { entries.isEmpty ? nil : entries[0].time }

  /// Adds a target; returns true when it is the earliest.
  @inlinable @inline(__always)
  public mutating func insert(_ target: Target, at time: Instant) -> Bool {
    count += 1
    entries.append(Entry(target, at: time, number: count))
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
  @inlinable @inline(__always)
  public mutating func takeDue(at now: Instant) -> (target: Target, time: Instant)? {
    guard !entries.isEmpty, entries[0].time <= now else { return nil }
    let last = entries.removeLast()
    guard !entries.isEmpty else { return (last.target, last.time) }
    let first = entries[0]
    entries[0] = last
    sink()
    return (first.target, first.time)
  }

  /// Returns true for an entry that is due before another one; by places, so that no entry is copied.
  @inlinable @inline(__always)
  func isBefore(_ one: Int, _ other: Int) -> Bool {
    entries[one].time != entries[other].time ? entries[one].time < entries[other].time : entries[one].number < entries[other].number
  }

  @inlinable @inline(__always)
  mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      let (left, right) = (2 * parent + 1, 2 * parent + 2)
      if left < entries.count, isBefore(left, least) { least = left }
      if right < entries.count, isBefore(right, least) { least = right }
      guard least != parent else { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
