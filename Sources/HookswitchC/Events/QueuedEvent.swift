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

  fileprivate let arena: TextArena

  /// The size that holds an event, its call or action, and texts of usual length; programs may read all of it.
  private static let room = Int(HK_EVENT_BLOCK)

  /// Makes an event of a type, one of HK_EVENT_….
  init(_ type: UInt32, at time: Instant) {
    arena = SpareEvents.take() ?? TextArena.make(room: Self.room)
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

  private var record: UnsafeMutablePointer<hk_event> { arena.first(as: hk_event.self) }

  /// The event; it lives as long as this value.
  private var event: UnsafePointer<hk_event> { UnsafePointer(record) }

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
    case .call(let call, let front): record.pointee.info = arena.info(call, front: front)
    case .record(let ended, let line): record.pointee.info = arena.info(ended, line: line)
    case .screened(let request): record.pointee.info = arena.info(request)
    case .named(let call): record.pointee.info = arena.info(call)
    }
  }

  /// Writes a call with its line and provider, and with the group in front of its line.
  mutating func tell(_ call: Call, front: GroupID?, on line: LineID) {
    record.pointee.line = arena.text(line.rawValue)
    record.pointee.provider = arena.text(call.provider.rawValue)
    // The texts of the event are those of its picture.
    record.pointee.info = arena.info(
      call, front: front, line: call.line == line ? record.pointee.line : nil, provider: record.pointee.provider)
  }
}

/// An event in the queue or with the program's thread, which owns the event's memory until `free`.
///
/// A copy is the same event, and counts no references: the threads that make events and the one that takes them would wait for each other at
/// the counts. `@unchecked Sendable` because the event is only read, by one thread at a time.
struct WaitingEvent: @unchecked Sendable {
  private let memory: Unmanaged<TextArena>

  init(_ event: QueuedEvent) {
    event.arena.first(as: hk_event.self).pointee.is_whole = event.arena.isWhole ? 1 : 0
    memory = .passRetained(event.arena)
  }

  /// The event; it is valid until `free`.
  var event: UnsafePointer<hk_event> { memory._withUnsafeGuaranteedRef { UnsafePointer($0.first(as: hk_event.self)) } }

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

  /// Gives the memory back; nothing reads the event afterwards.
  func free() { memory.release() }

  /// Gives the memory away for a new event; nothing reads this one afterwards.
  consuming func taken() -> Unmanaged<TextArena> {
    memory._withUnsafeGuaranteedRef { $0.reset() }
    return memory
  }
}
