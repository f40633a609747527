/// A queue of samples at whose both ends samples can be added.
///
/// Its memory grows with its contents, and is kept.
package struct SampleRing: Sendable {
  private var storage: [Int16] = []
  private var first = 0
  /// The samples in the queue.
  package private(set) var count = 0

  /// Creates an empty queue.
  package init() {}

  /// Returns the sample at a place, 0 for the oldest.
  package subscript(place: Int) -> Int16 { storage[(first + place) & (storage.count - 1)] }

  /// Adds samples at the end.
  package mutating func append(_ added: UnsafeBufferPointer<Int16>) {
    reserve(count + added.count)
    copy(added, to: first + count)
    count += added.count
  }

  /// Adds samples in front of the oldest.
  package mutating func prepend(_ added: UnsafeBufferPointer<Int16>) {
    guard !added.isEmpty else { return }
    reserve(count + added.count)
    first = (first - added.count) & (storage.count - 1)
    copy(added, to: first)
    count += added.count
  }

  /// Moves the oldest samples into `room` and returns how many.
  package mutating func take(into room: UnsafeMutableBufferPointer<Int16>) -> Int {
    let taken = min(room.count, count)
    guard taken > 0, let start = room.baseAddress else { return 0 }
    let size = storage.count
    storage.withUnsafeBufferPointer { storage in
      guard let base = storage.baseAddress else { return }
      let before = min(taken, size - first)
      start.update(from: base + first, count: before)
      (start + before).update(from: base, count: taken - before)
    }
    drop(taken)
    return taken
  }

  /// Drops the oldest samples, at most all.
  package mutating func drop(_ dropped: Int) {
    let dropped = min(dropped, count)
    guard dropped > 0 else { return }
    first = (first + dropped) & (storage.count - 1)
    count -= dropped
  }

  private mutating func copy(_ added: UnsafeBufferPointer<Int16>, to place: Int) {
    guard let from = added.baseAddress, !added.isEmpty else { return }
    let size = storage.count
    let start = place & (size - 1)
    storage.withUnsafeMutableBufferPointer { storage in
      guard let base = storage.baseAddress else { return }
      let before = min(added.count, size - start)
      (base + start).update(from: from, count: before)
      base.update(from: from + before, count: added.count - before)
    }
  }

  private mutating func reserve(_ wanted: Int) {
    guard wanted > storage.count else { return }
    var size = max(storage.count, 1_024)
    while size < wanted { size *= 2 }
    var larger: [Int16] = []
    larger.reserveCapacity(size)
    let before = min(count, storage.count - first)
    larger += storage[first..<first + before]
    larger += storage[0..<count - before]
    larger += repeatElement(0, count: size - count)
    storage = larger
    first = 0
  }
}
