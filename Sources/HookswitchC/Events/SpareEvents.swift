internal import Glibc
internal import Locking

/// The memory of events that the program has read, for new ones.
///
/// A thread of the host makes an event, and the program's thread would free it: both would wait for one lock of the allocator. For the same
/// reason a thread takes several at once.
enum SpareEvents {
  /// The memory that a thread took for its next events.
  private typealias Stock = UnsafeMutablePointer<[Memory]>

  /// The memory of one event.
  ///
  /// `@unchecked Sendable` because nothing else refers to it.
  private struct Memory: @unchecked Sendable {
    let arena: Unmanaged<TextArena>
  }

  private static let shared = Locked<[Memory]>([])
  /// The greatest number of events in `shared`, which need less than a megabyte.
  private static let limit = 1_024
  /// The number of events that a thread takes at once.
  private static let portion = 16

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    _ = pthread_key_create(&key, releaseStock)
    return key
  }()

  /// Frees the stock of a thread that ends.
  fileprivate static func release(_ stock: UnsafeMutableRawPointer) {
    let stock = stock.assumingMemoryBound(to: [Memory].self)
    for spare in stock.pointee { spare.arena.release() }
    stock.deinitialize(count: 1)
    stock.deallocate()
  }

  /// Takes the memory of an event; nil when there is none.
  static func take() -> TextArena? {
    if let known = pthread_getspecific(key) { return take(from: known.assumingMemoryBound(to: [Memory].self)) }
    let stock = Stock.allocate(capacity: 1)
    stock.initialize(to: [])
    _ = pthread_setspecific(key, stock)
    return take(from: stock)
  }

  private static func take(from stock: Stock) -> TextArena? {
    if let spare = stock.pointee.popLast() { return spare.arena.takeRetainedValue() }
    shared.withLock { shared in
      let rest = max(0, shared.count - portion)
      stock.pointee.append(contentsOf: shared[rest...])
      shared.removeLast(shared.count - rest)
    }
    return stock.pointee.popLast()?.arena.takeRetainedValue()
  }

  /// Gives the memory of events that have been read to new ones, and empties the array.
  static func reuse(_ events: inout [WaitingEvent]) {
    guard !events.isEmpty else { return }
    let kept = shared.withLock { shared in
      let kept = min(events.count, limit - shared.count)
      for event in events[..<kept] { shared.append(Memory(arena: event.taken())) }
      return kept
    }
    for event in events[kept...] { event.free() }
    events.removeAll(keepingCapacity: events.capacity <= EventTaker.keptCapacity)
  }
}

private func releaseStock(_ stock: UnsafeMutableRawPointer?) {
  if let stock { SpareEvents.release(stock) }
}
