internal import CHookswitch
internal import Hookswitch

/// An event that waits for the program, as Swift values; it gets C's form when the program takes it.
///
/// A class, so that an event is one allocation that moves from thread to thread without a copy of its many members.
///
/// `@unchecked Sendable` because the thread that makes it changes it only before it is in the queue; afterwards it is only read.
final class QueuedEvent: @unchecked Sendable {
  /// The call that an event is about.
  enum Subject: Sendable {
    /// A call of a change of its line, which all events of a turn share.
    case changed(LineChange, index: Int)
    /// A call as a request found it.
    case call(Call, front: GroupID?)
    /// A call that is over, as the history has it.
    case record(CallRecord, LineID?)
    /// A call that a screener is asked about.
    case screened(ScreeningRequest)
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

  /// The call of an event CHANGED, whose newest picture is enough.
  var changedCall: CallID?

  /// True for events that may be left out when the program takes them too slowly.
  ///
  /// MISBEHAVED is one of them, since a transport can cause any number of them.
  var isDroppable: Bool {
    switch type {
    case HK_EVENT_CHANGED, HK_EVENT_LOG, HK_EVENT_LINE_AUDIO, HK_EVENT_MISBEHAVED: true
    default: false
    }
  }
}

extension TextArena {
  /// Writes an event.
  func event(_ event: QueuedEvent) -> UnsafePointer<hk_event> {
    let record = allocate(hk_event.self)
    record.pointee.size = UInt32(MemoryLayout<hk_event>.size)
    record.pointee.type = event.type
    record.pointee.time = event.time.nanoseconds
    record.pointee.request = event.request
    record.pointee.data = event.data
    record.pointee.status = event.status
    record.pointee.value = event.value
    record.pointee.position = event.position
    record.pointee.line = text(event.line?.rawValue)
    record.pointee.provider = text(event.provider)
    record.pointee.kind = text(event.kind)
    record.pointee.text = text(event.text)
    if let subject = event.subject { record.pointee.info = info(subject) }
    record.pointee.action = event.action.map { action($0) }
    record.pointee.error = event.error.map { UnsafePointer(error($0)) }
    return UnsafePointer(record)
  }

  private func info(_ subject: QueuedEvent.Subject) -> UnsafePointer<hk_call_info> {
    switch subject {
    case .changed(let change, let index): return info(change.changed[index], front: change.snapshot.front)
    case .call(let call, let front): return info(call, front: front)
    case .record(let record, let line): return info(record, line: line)
    case .screened(let request): return info(request)
    case .named(let call):
      let info = allocate(hk_call_info.self)
      info.pointee.size = UInt32(MemoryLayout<hk_call_info>.size)
      info.pointee.call = call.c
      for member in [\hk_call_info.line, \.provider, \.handle_kind, \.handle, \.name] { info.pointee[keyPath: member] = TextArena.empty }
      return UnsafePointer(info)
    }
  }
}
