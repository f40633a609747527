internal import CHookswitch
internal import Hookswitch

/// The events that the program's thread has taken from the queue, and the one that the program reads.
///
/// Only the thread that takes events uses it (`HostPlaces.taking`), so that no two threads write at once.
final class EventTaker: @unchecked Sendable {
  /// The greatest number of places of an empty array of events that keeps its memory.
  static let keptCapacity = 4_096

  private struct State {
    /// The events that were taken at once, and the place of the next one.
    var run: [WaitingEvent?] = []
    var place = 0
    /// The event that the program has; its memory is valid until the next one.
    var taken: WaitingEvent?
    /// The events that the program had before, whose memory new ones get.
    var read: [WaitingEvent] = []

    /// Returns the next event that was taken already, and keeps the one before for new events.
    mutating func next() -> UnsafePointer<hk_event>? {
      while place < run.count {
        let event = run[place].take()
        place += 1
        guard let event else { continue }
        if let taken { read.append(taken) }
        taken = event
        return event.event
      }
      return nil
    }

    /// Makes room for the next events.
    mutating func refill() {
      SpareEvents.reuse(&read)
      run.removeAll(keepingCapacity: run.capacity <= EventTaker.keptCapacity)
      place = 0
    }
  }

  /// Memory of its own, so that no access is checked: a program may take a million events a second.
  private let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    for event in state.pointee.run[state.pointee.place...] { event?.free() }
    state.pointee.taken?.free()
    for event in state.pointee.read { event.free() }
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Returns the oldest event; nil when there is none, and then the descriptor is quiet and the last event stays.
  func next(of queue: EventQueue, at time: () -> Instant) -> UnsafePointer<hk_event>? {
    if let event = state.pointee.next() { return event }
    state.pointee.refill()
    _ = queue.take(&state.pointee.run, isWaiting: false, at: time)
    return state.pointee.next()
  }

  /// Returns the oldest event, for which it waits; nil when no event came in time, or after `wake`.
  ///
  /// - Parameter milliseconds: the longest wait; -1 for no limit.
  func next(of queue: EventQueue, waiting milliseconds: Int32, at time: () -> Instant) -> UnsafePointer<hk_event>? {
    // Made only when there is a wait.
    lazy var end = ContinuousClock.now + .milliseconds(max(0, Int(milliseconds)))
    // The program mostly waits after `next` found nothing and made the descriptor quiet.
    var isWaiting = milliseconds != 0
    while true {
      if let event = state.pointee.next() { return event }
      state.pointee.refill()
      let wasWoken = queue.take(&state.pointee.run, isWaiting: isWaiting, at: time)
      if let event = state.pointee.next() { return event }
      if wasWoken { return nil }
      isWaiting = false
      guard milliseconds >= 0 else {
        queue.wait(milliseconds: -1)
        continue
      }
      let left = end - .now
      if left <= .zero { return nil }
      queue.wait(milliseconds: Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up))))
    }
  }
}
