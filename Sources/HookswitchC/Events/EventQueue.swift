internal import CHookswitch
internal import Hookswitch
internal import Locking
internal import Synchronization
internal import TransportLoader

/// The events that wait for the program, with the descriptor that it watches.
///
/// Results, questions, ends and incoming calls are never dropped: there are as many as were asked for. Of the other kinds
/// (`WrittenEvent.isDroppable`) at most `limit` wait; a newer CHANGED replaces an older one of its call, then the oldest go, and the program
/// learns their number.
final class EventQueue: Sendable {
  private struct State {
    /// The events by their number, in C's form; nil for one that was replaced or dropped.
    var events: [WrittenEvent?] = []
    /// The place of the oldest event in `events`, and its number.
    var head = 0
    var first: UInt64 = 0
    /// The number of events that wait.
    var count = 0
    /// The numbers of events that may be dropped, the oldest first; also of those that are gone already.
    var droppable: [UInt64] = []
    var droppableHead = 0
    var droppableCount = 0
    /// The number of the waiting CHANGED of each call.
    var changed: [CallID: UInt64] = [:]
    var dropped = 0
    /// True while the descriptor is readable.
    var isSignalled = false
    var isClosed = false
  }

  private let state = Locked(State())
  private let limit: Int
  private let listening: Atomic<UInt32>
  private let isWoken = Atomic<Bool>(false)
  /// True while a thread takes an event.
  let isTaking = Atomic<Bool>(false)
  /// The descriptor; nil once the host was freed.
  private let bell: Locked<EventDescriptor?>
  /// Its number, for signal handlers; -1 once the host was freed.
  private let number: Atomic<CInt>

  /// Creates a queue.
  ///
  /// - Parameters:
  ///   - limit: the greatest number of waiting events that may be dropped.
  ///   - listening: the kinds of events that the program receives.
  /// - Returns: nil when the process has reached its limit of file descriptors.
  init?(limit: Int, listening: Listening) {
    guard let bell = EventDescriptor() else { return nil }
    self.bell = Locked(bell)
    number = Atomic(bell.number)
    self.limit = max(1, limit)
    self.listening = Atomic(listening.rawValue)
  }

  /// The kinds of events that the program receives.
  var listensTo: Listening {
    get { Listening(rawValue: listening.load(ordering: .relaxed)) }
    set { listening.store(newValue.rawValue, ordering: .relaxed) }
  }

  /// The descriptor that is readable while an event waits.
  var descriptor: CInt { number.load(ordering: .acquiring) }

  /// Closes the descriptor and drops all events.
  func abandon() {
    state.withLock { state in
      state = State()
      state.isClosed = true
    }
    number.store(-1, ordering: .releasing)
    bell.withLock { $0 = nil }
  }

  /// Adds events in order; does nothing after `close`.
  func put(_ events: [WrittenEvent]) {
    if !events.isEmpty { put { for event in events { add(event, to: &$0) } } }
  }

  /// Adds an event; does nothing after `close`.
  func put(_ event: QueuedEvent) {
    let written = WrittenEvent(event)
    put { add(written, to: &$0) }
  }

  /// Adds the last event.
  func close(with event: QueuedEvent) {
    let written = WrittenEvent(event)
    put { state in
      add(written, to: &state)
      state.isClosed = true
    }
  }

  private func put(_ body: (inout State) -> Void) {
    let isQuiet = state.withLock { state in
      guard !state.isClosed else { return false }
      body(&state)
      defer { state.isSignalled = true }
      return !state.isSignalled
    }
    // Outside the lock of the events, which the woken thread takes at once; `abandon` waits for it, and closes the descriptor afterwards.
    if isQuiet { bell.withLock { $0?.signal() } }
  }

  /// Takes the oldest event; nil when there is none, and then the descriptor is quiet.
  func take(at time: () -> Instant) -> WrittenEvent? { taken(at: time).event }

  /// Takes the oldest event; without one, says whether `wake` was called.
  private func taken(at time: () -> Instant) -> (event: WrittenEvent?, wasWoken: Bool) {
    state.withLock { state in
      if state.dropped > 0 {
        var event = QueuedEvent(HK_EVENT_LAGGED, at: time())
        event.value = UInt32(clamping: state.dropped)
        state.dropped = 0
        return (WrittenEvent(event), false)
      }
      while state.head < state.events.count {
        let event = state.events[state.head].take()
        state.head += 1
        state.first += 1
        compact(&state)
        guard let event else { continue }
        note(removed: event, &state)
        return (event, false)
      }
      // In this order a wake in between leaves the descriptor readable instead of being lost.
      _ = bell.withLock { $0?.drain() }
      state.isSignalled = false
      return (nil, isWoken.exchange(false, ordering: .sequentiallyConsistent))
    }
  }

  /// Takes the oldest event, for which it waits.
  ///
  /// - Parameters:
  ///   - milliseconds: the longest wait; -1 for no limit.
  ///   - time: the time on the host's clock.
  /// - Returns: nil when no event came in time, or after `wake`.
  func wait(milliseconds: Int32, at time: () -> Instant) -> WrittenEvent? {
    // Made only when there is a wait.
    lazy var end = ContinuousClock.now + .milliseconds(max(0, Int(milliseconds)))
    while true {
      let (event, wasWoken) = taken(at: time)
      if event != nil || wasWoken { return event }
      guard milliseconds >= 0 else {
        wait(milliseconds: -1)
        continue
      }
      let left = end - .now
      if left <= .zero { return nil }
      wait(milliseconds: Int32(clamping: Int64((left / .milliseconds(1)).rounded(.up))))
    }
  }

  private func wait(milliseconds: Int32) {
    bell.withLock { $0 }?.waitForSignal(milliseconds: milliseconds)
  }

  /// Ends the present or next wait, and makes the descriptor readable; also in a signal handler.
  func wake() {
    isWoken.store(true, ordering: .sequentiallyConsistent)
    EventDescriptor.signal(descriptor)
  }

  private func add(_ event: WrittenEvent, to state: inout State) {
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
    state.count += 1
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
    return true
  }

  private func note(removed event: WrittenEvent, _ state: inout State) {
    state.count -= 1
    if event.isDroppable { state.droppableCount -= 1 }
    if let call = event.changedCall { state.changed[call] = nil }
  }

  private func compact(_ state: inout State) {
    if state.head == state.events.count {
      state.events.removeAll(keepingCapacity: state.events.capacity <= 4_096)
      state.head = 0
      state.droppable.removeAll(keepingCapacity: true)
      state.droppableHead = 0
    } else if state.head > 1_024, state.head * 2 > state.events.count {
      state.events.removeFirst(state.head)
      state.head = 0
    }
  }
}
