internal import CHookswitch
internal import Hookswitch
internal import Locking
internal import Synchronization

/// The events that wait for the program, with the descriptor that it watches.
///
/// Results, questions, ends and incoming calls are never dropped: there are as many as were asked for. Of the other kinds
/// (`QueuedEvent.isDroppable`) at most `limit` wait; a newer CHANGED replaces an older one of its call, then the oldest go, and the program
/// learns their number.
///
/// While no event waits that may be dropped, the program's thread takes all at once, so that it seldom meets the threads that add events.
final class EventQueue: Sendable {
  private struct State {
    /// The events by their number, in C's form; nil for one that was replaced or dropped.
    var events: [WaitingEvent?] = []
    /// The place of the oldest event in `events`, and its number.
    var head = 0
    var first: UInt64 = 0
    /// The numbers of events that may be dropped, the oldest first; also of those that are gone already.
    var droppable: [UInt64] = []
    var droppableHead = 0
    var droppableCount = 0
    /// The number of the waiting CHANGED of each call.
    var changed: [CallID: UInt64] = [:]
    var dropped = 0
    var isClosed = false
    /// True while the program's thread looks for an event, and needs no descriptor.
    var isLooking = false
    /// True when the descriptor was not made readable for an event, because the program's thread was looking.
    var isOwed = false
    /// The number of signals that are known to be consumed.
    var drained: UInt64 = 0
  }

  private let state = Locked(State())
  private let limit: Int
  private let listening: Atomic<UInt32>
  private let isWoken = Atomic<Bool>(false)
  private let signal: EventSignal
  /// True while an event waits that was signalled to the program's thread; changed under the lock of `state`.
  private let isSignalled = Atomic<Bool>(false)

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of waiting events that may be dropped.
  ///   - listening: the kinds of events that the program receives.
  /// - Returns: nil when the process has reached its limit of file descriptors.
  init?(limit: Int, listening: Listening) {
    guard let signal = EventSignal() else { return nil }
    self.signal = signal
    self.limit = max(1, limit)
    self.listening = Atomic(listening.rawValue)
  }

  /// The kinds of events that the program receives.
  var listensTo: Listening {
    get { Listening(rawValue: listening.load(ordering: .relaxed)) }
    set { listening.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// The descriptor that is readable while an event waits; -1 once the host was freed.
  var descriptor: CInt { signal.number }

  deinit {
    free(state.withLock { $0.events })
  }

  /// Closes the descriptor and drops all events.
  func abandon() {
    let waiting = state.withLock { state in
      defer {
        state = State()
        state.isClosed = true
      }
      return state.events
    }
    free(waiting)
    signal.close()
  }

  private func free(_ events: [WaitingEvent?]) {
    for event in events { event?.free() }
  }

  /// Adds events in order; does nothing after `close`.
  func put(_ events: [QueuedEvent]) {
    if !events.isEmpty { put { for event in events { add(event, to: &$0) } } }
  }

  /// Adds an event; does nothing after `close`.
  func put(_ event: QueuedEvent) {
    put { add(event, to: &$0) }
  }

  /// Adds the last event.
  func close(with event: QueuedEvent) {
    put { state in
      add(event, to: &state)
      state.isClosed = true
    }
  }

  private func put(_ body: (inout State) -> Void) {
    let isQuiet = state.withLock { state in
      guard !state.isClosed else { return false }
      body(&state)
      if isSignalled.load(ordering: .relaxed) { return false }
      isSignalled.store(true, ordering: .releasing)
      state.isOwed = state.isLooking
      return !state.isLooking
    }
    // Outside the lock, which the woken thread takes at once.
    if isQuiet { signal.send() }
  }

  /// Takes the oldest events; without one, makes the descriptor quiet.
  ///
  /// - Parameters:
  ///   - run: an empty array, which receives the events; nil is one that was replaced or dropped.
  ///   - isWaiting: true when the thread waits for the descriptor next, so that a signal without an event does no harm.
  ///   - time: the time on the host's clock.
  /// - Returns: true when there was no event and `wake` was called.
  func take(_ run: inout [WaitingEvent?], isWaiting: Bool, at time: () -> Instant) -> Bool {
    let (wasWoken, isOwed) = state.withLock { state in
      guard takeOldest(&run, &state, at: time) else {
        // In this order a wake in between leaves the descriptor readable instead of being lost.
        if isSignalled.load(ordering: .relaxed) || !isWaiting || isWoken.load(ordering: .sequentiallyConsistent) {
          signal.drain(&state.drained)
          isSignalled.store(false, ordering: .releasing)
        }
        state.isOwed = false
        return (isWoken.exchange(false, ordering: .sequentiallyConsistent), false)
      }
      guard state.isOwed else { return (false, false) }
      state.isOwed = false
      if run.count > 1 || state.head < state.events.count { return (false, true) }
      // The program has the only event, and the descriptor was quiet all the time.
      isSignalled.store(false, ordering: .releasing)
      return (false, false)
    }
    if isOwed { signal.send() }
    return wasWoken
  }

  /// Takes the oldest events; false when there is none.
  private func takeOldest(_ run: inout [WaitingEvent?], _ state: inout State, at time: () -> Instant) -> Bool {
    if state.dropped > 0 {
      var event = QueuedEvent(HK_EVENT_LAGGED, at: time())
      event.value = UInt32(clamping: state.dropped)
      state.dropped = 0
      run.append(WaitingEvent(event))
      return true
    }
    if state.droppableCount == 0, state.head < state.events.count {
      takeAll(&run, &state)
      return true
    }
    while state.head < state.events.count {
      let event = state.events[state.head].take()
      state.head += 1
      state.first += 1
      compact(&state)
      guard let event else { continue }
      note(removed: event, &state)
      run.append(event)
      return true
    }
    return false
  }

  /// Takes all events, none of which may be dropped or replaced.
  private func takeAll(_ run: inout [WaitingEvent?], _ state: inout State) {
    state.first += UInt64(state.events.count - state.head)
    if state.head > 0 { state.events.removeFirst(state.head) }
    // The arrays change places, so that their memory is used again.
    swap(&run, &state.events)
    forgetTaken(&state)
  }

  /// Waits until the descriptor is readable, for at most `milliseconds` (-1: for ever).
  func wait(milliseconds: Int32) {
    if !comesSoon() { signal.wait(milliseconds: milliseconds) }
  }

  /// Looks for an event for a time that a thread needs to fall asleep and to be woken; true when there is one.
  ///
  /// A program with many calls has its next event within that time, and no thread has to wake it.
  private func comesSoon() -> Bool {
    state.withLock { $0.isLooking = true }
    let end = ContinuousClock.now + .microseconds(10)
    while !isSignalled.load(ordering: .acquiring), !isWoken.load(ordering: .relaxed), .now < end {}
    return state.withLock { state in
      state.isLooking = false
      return isSignalled.load(ordering: .relaxed)
    }
  }

  /// Ends the present or next wait, and makes the descriptor readable; also in a signal handler.
  func wake() {
    isWoken.store(true, ordering: .sequentiallyConsistent)
    signal.send()
  }

  private func add(_ queued: QueuedEvent, to state: inout State) {
    let event = WaitingEvent(queued)
    let number = state.first + UInt64(state.events.count - state.head)
    if let call = event.changedCall {
      if let older = state.changed[call] { remove(older, &state) }
      state.changed[call] = number
    }
    if event.isDroppable {
      if state.droppableCount >= limit { dropOldest(&state) }
      state.droppable.append(number)
      state.droppableCount += 1
    }
    state.events.append(event)
  }

  private func dropOldest(_ state: inout State) {
    while state.droppableHead < state.droppable.count {
      let number = state.droppable[state.droppableHead]
      state.droppableHead += 1
      guard number >= state.first, remove(number, &state) else { continue }
      state.dropped += 1
      break
    }
    if state.droppableHead > 1_024, state.droppableHead * 2 > state.droppable.count {
      state.droppable.removeFirst(state.droppableHead)
      state.droppableHead = 0
    }
  }

  /// Removes a waiting event; false when it is gone already.
  @discardableResult
  private func remove(_ number: UInt64, _ state: inout State) -> Bool {
    let place = state.head + Int(number - state.first)
    guard state.events.indices.contains(place), let event = state.events[place].take() else { return false }
    note(removed: event, &state)
    event.free()
    return true
  }

  private func note(removed event: WaitingEvent, _ state: inout State) {
    if event.isDroppable { state.droppableCount -= 1 }
    if let call = event.changedCall { state.changed[call] = nil }
  }

  private func compact(_ state: inout State) {
    if state.head == state.events.count {
      state.events.removeAll(keepingCapacity: state.events.capacity <= EventTaker.keptCapacity)
      forgetTaken(&state)
    } else if state.head > 1_024, state.head * 2 > state.events.count {
      state.events.removeFirst(state.head)
      state.head = 0
    }
  }

  /// Begins the books anew for a queue without events.
  private func forgetTaken(_ state: inout State) {
    state.head = 0
    state.droppable.removeAll(keepingCapacity: true)
    state.droppableHead = 0
  }
}
