internal import CHookswitch
internal import Hookswitch
internal import Locking

/// An event for the program, in C's form.
///
/// Its members write what they are set to into the event's own memory, in which it then waits for the program. A copy is the same event.
/// `@unchecked Sendable` because one thread makes an event and sets its members before it queues it; afterwards it is only read.
struct QueuedEvent: @unchecked Sendable {
  /// The call that an event is about.
  enum Subject {
    /// A call, with the group in front of its line.
    case call(Call, front: GroupID?)
    /// A call that is over, as the history has it.
    case record(CallRecord, LineID?)
    /// A call that a screener is asked about.
    case screened(ScreeningRequest)
    /// Only the call's name is known.
    case named(CallID)
  }

  private let arena: TextArena

  /// The size that holds an event, its call or action, and texts of usual length.
  private static let room = MemoryLayout<hk_event>.size + max(MemoryLayout<hk_call_info>.size, MemoryLayout<hk_action>.size) + 160

  /// Events that the program has read, for new ones.
  ///
  /// A thread of the host makes an event, and the program's thread would free it: both would wait for one lock of the allocator.
  private static let spare = Locked<[QueuedEvent]>([])
  /// The greatest number of spare events, which need less than a megabyte.
  private static let maximumSpare = 1_024

  /// Makes an event of a type, one of HK_EVENT_….
  init(_ type: UInt32, at time: Instant) {
    arena = Self.spare.withLock { $0.popLast() }?.arena ?? TextArena.make(room: Self.room)
    let record = arena.allocate(hk_event.self)
    record.pointee.size = UInt32(MemoryLayout<hk_event>.size)
    record.pointee.type = type
    record.pointee.time = time.nanoseconds
    let empty = TextArena.empty
    record.pointee.line = empty
    record.pointee.provider = empty
    record.pointee.kind = empty
    record.pointee.text = empty
  }

  /// Gives the memory of events that have been read to new ones, and empties the array.
  static func reuse(_ events: inout [QueuedEvent]) {
    guard !events.isEmpty else { return }
    for event in events { event.arena.reset() }
    spare.withLock { $0 += events.prefix(maximumSpare - $0.count) }
    events.removeAll(keepingCapacity: events.capacity <= EventTaker.keptCapacity)
  }

  private var record: UnsafeMutablePointer<hk_event> { arena.first(as: hk_event.self) }

  /// The event; it lives as long as this value.
  var event: UnsafePointer<hk_event> { UnsafePointer(record) }

  /// The call of an event CHANGED, whose newest picture is enough.
  var changedCall: CallID? { event.pointee.type == HK_EVENT_CHANGED ? event.pointee.info?.pointee.call.id : nil }

  /// True for events that may be left out when the program takes them too slowly.
  ///
  /// MISBEHAVED is one of them, since a transport can cause any number of them.
  var isDroppable: Bool {
    switch event.pointee.type {
    case HK_EVENT_CHANGED, HK_EVENT_LOG, HK_EVENT_LINE_AUDIO, HK_EVENT_MISBEHAVED: true
    default: false
    }
  }

  /// True when the event shows the call in its new state, so that a CHANGED after it says nothing new.
  func tellsState(of call: CallID) -> Bool {
    switch event.pointee.type {
    case HK_EVENT_INCOMING, HK_EVENT_STATE, HK_EVENT_ENDED: event.pointee.info?.pointee.call.id == call
    default: false
    }
  }

  // MARK: Members

  var time: Instant {
    get { Instant(nanoseconds: record.pointee.time) }
    set { record.pointee.time = newValue.nanoseconds }
  }

  var request: Int64 {
    get { record.pointee.request }
    set { record.pointee.request = newValue }
  }

  var data: UInt64 {
    get { record.pointee.data }
    set { record.pointee.data = newValue }
  }

  var status: hk_status {
    get { record.pointee.status }
    set { record.pointee.status = newValue }
  }

  var value: UInt32 {
    get { record.pointee.value }
    set { record.pointee.value = newValue }
  }

  var position: Int64 {
    get { record.pointee.position }
    set { record.pointee.position = newValue }
  }

  /// Sets the line; nil is none.
  mutating func set(line: LineID?) { record.pointee.line = arena.text(line?.rawValue) }

  /// Sets the name of the provider.
  mutating func set(provider: String) { record.pointee.provider = arena.text(provider) }

  /// Sets the kind of the handle, message or fault.
  mutating func set(kind: String) { record.pointee.kind = arena.text(kind) }

  /// Sets the text; nil is none.
  mutating func set(text: String?) { record.pointee.text = arena.text(text) }

  /// Sets the action.
  mutating func set(action: ActionContent) { record.pointee.action = arena.action(action) }

  /// Sets the status and the error.
  mutating func fail(_ error: EmbeddingError) {
    record.pointee.status = error.status
    record.pointee.error = UnsafePointer(arena.error(error))
  }

  /// Writes the picture of the call that the event is about.
  mutating func show(_ subject: Subject) {
    switch subject {
    case .call(let call, let front): show(call, front: front)
    case .record(let ended, let line): record.pointee.info = arena.info(ended, line: line)
    case .screened(let request): record.pointee.info = arena.info(request)
    case .named(let call): record.pointee.info = arena.info(call)
    }
  }

  /// Writes the picture of a call, with the group in front of its line.
  mutating func show(_ call: Call, front: GroupID?) {
    record.pointee.info = arena.info(call, front: front)
  }
}
