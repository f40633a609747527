internal import CHookswitch
internal import Hookswitch

/// An event for the program, as Swift values; it gets C's form before it waits.
struct QueuedEvent: Sendable {
  /// The call that an event is about.
  enum Subject: Sendable {
    /// A call that changed in the event's turn, by its place among the changed calls.
    case changed(Int)
    /// A call as a request found it.
    indirect case call(Call, front: GroupID?)
    /// A call that is over, as the history has it.
    indirect case record(CallRecord, LineID?)
    /// A call that a screener is asked about.
    indirect case screened(ScreeningRequest)
    /// Only the call's name is known.
    case named(CallID)
  }

  /// One of HK_EVENT_….
  var type: UInt32
  var time: Instant
  var request: Int64 = 0
  var data: UInt64 = 0
  var status: hk_status = HK_OK
  var value: UInt32 = 0
  var position: Int64 = 0
  var line: LineID?
  var provider: String?
  var kind: String?
  var text: String?
  var subject: Subject?
  var action: ActionContent?
  var error: EmbeddingError?

  init(_ type: UInt32, at time: Instant) {
    (self.type, self.time) = (type, time)
  }
}

/// An event in C's form, which waits for the program.
///
/// `@unchecked Sendable` because the thread that makes it writes it in the initialiser, and afterwards it is only read.
struct WrittenEvent: @unchecked Sendable {
  private let arena: TextArena

  /// The size that holds an event, its call or action, and texts of usual length.
  private static let room = MemoryLayout<hk_event>.size + max(MemoryLayout<hk_call_info>.size, MemoryLayout<hk_action>.size) + 160

  /// Writes an event, with the picture of the call that it is about.
  ///
  /// - Parameter change: the change of the event's turn, if it has one.
  init(_ event: QueuedEvent, of change: LineChange? = nil) {
    arena = TextArena.make(room: Self.room)
    let record = arena.allocate(hk_event.self)
    record.pointee.size = UInt32(MemoryLayout<hk_event>.size)
    record.pointee.type = event.type
    record.pointee.time = event.time.nanoseconds
    record.pointee.request = event.request
    record.pointee.data = event.data
    record.pointee.status = event.status
    record.pointee.value = event.value
    record.pointee.position = event.position
    record.pointee.line = arena.text(event.line?.rawValue)
    record.pointee.provider = arena.text(event.provider)
    record.pointee.kind = arena.text(event.kind)
    record.pointee.text = arena.text(event.text)
    if let subject = event.subject { record.pointee.info = arena.info(subject, of: change) }
    if let action = event.action { record.pointee.action = arena.action(action) }
    if let error = event.error { record.pointee.error = UnsafePointer(arena.error(error)) }
  }

  /// The event; it lives as long as this value.
  var event: UnsafePointer<hk_event> { UnsafePointer(arena.first(as: hk_event.self)) }

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
}

extension TextArena {
  /// Writes the call that an event is about.
  fileprivate func info(_ subject: QueuedEvent.Subject, of change: LineChange?) -> UnsafePointer<hk_call_info>? {
    switch subject {
    case .changed(let place): return change.map { info($0.changed[place], front: $0.snapshot.front) }
    case .call(let call, let front): return info(call, front: front)
    case .record(let record, let line): return info(record, line: line)
    case .screened(let request): return info(request)
    case .named(let call):
      let info = allocate(hk_call_info.self)
      info.pointee.size = UInt32(MemoryLayout<hk_call_info>.size)
      info.pointee.call = call.c
      (info.pointee.line, info.pointee.provider) = (TextArena.empty, TextArena.empty)
      (info.pointee.handle_kind, info.pointee.handle, info.pointee.name) = (TextArena.empty, TextArena.empty, TextArena.empty)
      return UnsafePointer(info)
    }
  }
}
