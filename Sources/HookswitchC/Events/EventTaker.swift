internal import CHookswitch
internal import Hookswitch

/// The events that the program's thread has taken from the queue, and the one that the program reads.
///
/// Only the thread that takes events uses it (`HostPlaces.taking`), so that no two threads write at once.
final class EventTaker: @unchecked Sendable {
  /// The greatest number of places of an empty array of events that keeps its memory.
  static let keptCapacity = 4_096

  /// The events that were taken at once, and the place of the next one.
  private var run: [WaitingEvent?] = []
  private var place = 0
  /// The event that the program has; its memory is valid until the next one.
  private var taken: WaitingEvent?
  /// The events that the program had before, whose memory new ones get.
  private var read: [WaitingEvent] = []

  deinit {
    for event in run[place...] { event?.free() }
    taken?.free()
    for event in read { event.free() }
  }

  /// Returns the oldest event; nil when there is none, and then the descriptor is quiet and the last event stays.
  func next(of queue: EventQueue, at time: () -> Instant) -> UnsafePointer<hk_event>? {
    if let event = nextOfRun() { return event }
    refill()
    _ = queue.take(&run, isWaiting: false, at: time)
    return nextOfRun()
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
      if let event = nextOfRun() { return event }
      refill()
      let wasWoken = queue.take(&run, isWaiting: isWaiting, at: time)
      if let event = nextOfRun() { return event }
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

  private func nextOfRun() -> UnsafePointer<hk_event>? {
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
  private func refill() {
    SpareEvents.reuse(&read)
    run.removeAll(keepingCapacity: run.capacity <= Self.keptCapacity)
    place = 0
  }
}
