internal import CHookswitch
internal import FoundationEssentials
internal import Hookswitch

// The library's values in C's form.
extension TextArena {
  /// Writes an error; nil is no error.
  func error(_ error: EmbeddingError?) -> UnsafeMutablePointer<hk_error> {
    let record = allocate(hk_error.self)
    record.pointee.size = UInt32(MemoryLayout<hk_error>.size)
    record.pointee.status = error?.status ?? HK_OK
    record.pointee.message = text(error?.message)
    record.pointee.domain = text(error?.transport?.domain)
    record.pointee.native = error?.transport?.code ?? 0
    record.pointee.q850 = error?.transport?.cause ?? 0
    guard let calls = error?.calls, !calls.isEmpty else { return record }
    let names = allocate(hk_call.self, count: calls.count)
    for (index, call) in calls.enumerated() { names[index] = call.c }
    record.pointee.calls = UnsafePointer(names)
    record.pointee.n_calls = UInt32(calls.count)
    return record
  }

  /// Writes a rule's error; nil stays nil.
  func error(_ error: CallError?) -> UnsafePointer<hk_error>? {
    error.map { UnsafePointer(self.error(EmbeddingError($0))) }
  }

  /// Writes a transport's error as the failure of an action or call; nil stays nil.
  func error(_ error: TransportError?) -> UnsafePointer<hk_error>? {
    guard let error else { return nil }
    var failure = EmbeddingError(HK_E_ACTION_FAILED, error.message.isEmpty ? error.description : error.message)
    failure.transport = error
    return UnsafePointer(self.error(failure))
  }

  /// Writes a call.
  ///
  /// - Parameters:
  ///   - front: the group in front of its line.
  ///   - line: its line, if that is written already.
  ///   - provider: its provider, if that is written already.
  func info(
    _ call: Call, front: GroupID?, line: UnsafePointer<CChar>? = nil, provider: UnsafePointer<CChar>? = nil
  ) -> UnsafePointer<hk_call_info> {
    let info = allocate(hk_call_info.self)
    write(call, front: front, to: &info.pointee, line: line, provider: provider)
    return UnsafePointer(info)
  }

  func write(
    _ call: Call, front: GroupID?, to info: inout hk_call_info, line: UnsafePointer<CChar>? = nil, provider: UnsafePointer<CChar>? = nil
  ) {
    info.size = UInt32(MemoryLayout<hk_call_info>.size)
    info.call = call.uuid.c
    info.group = call.group.rawValue
    info.state = Numbers.number(of: call.state)
    info.capabilities = Numbers.number(of: call.capabilities)
    func flag(_ isSet: Bool, _ bit: UInt32) -> UInt32 { isSet ? bit : 0 }
    info.flags = flag(call.isOutgoing, HK_CALL_OUTGOING) | flag(call.isMuted, HK_CALL_MUTED)
    info.flags |= flag(call.isRemotelyHeld, HK_CALL_REMOTELY_HELD) | flag(call.isWaiting, HK_CALL_WAITING)
    info.flags |= flag(call.isSilenced, HK_CALL_SILENCED) | flag(call.isMixed, HK_CALL_MIXED)
    info.flags |= flag(call.isTransferring, HK_CALL_TRANSFERRING) | flag(call.isEmergency, HK_CALL_EMERGENCY)
    info.flags |= flag(call.hasEarlyMedia, HK_CALL_EARLY_MEDIA) | flag(front == call.group && !call.hasEnded, HK_CALL_FRONT)
    info.line = line ?? text(call.line.rawValue)
    info.provider = provider ?? text(call.provider.rawValue)
    info.handle_kind = text(call.handle?.type.rawValue)
    info.handle = text(call.handle?.value)
    info.name = text(call.name)
    if !call.answerChoices.isEmpty {
      func answer(_ choice: AnswerChoice) -> hk_status { StatusNames.status(of: call.answerChoices[choice] ?? nil) }
      info.answer_automatic = answer(.automatic)
      info.answer_hold_active = answer(.holdActive)
      info.answer_end_active = answer(.endActive)
      info.answer_end_held_and_hold_active = answer(.endHeldAndHoldActive)
    }
    info.began = call.began.nanoseconds
    info.started = call.started?.nanoseconds ?? 0
    info.connecting = call.connecting?.nanoseconds ?? 0
    info.connected = call.connected?.nanoseconds ?? 0
    info.group_start = call.groupStart?.nanoseconds ?? 0
    info.ended = call.ended?.nanoseconds ?? 0
    if let end = call.end { write(end, to: &info) }
  }

  /// Writes a record of the history as the call that it is about.
  func info(_ record: CallRecord, line: LineID?) -> UnsafePointer<hk_call_info> {
    let info = allocate(hk_call_info.self)
    info.pointee.size = UInt32(MemoryLayout<hk_call_info>.size)
    info.pointee.call = record.call.c
    info.pointee.state = HK_STATE_ENDED
    info.pointee.flags = record.direction == .outgoing ? HK_CALL_OUTGOING : 0
    info.pointee.line = text(line?.rawValue)
    info.pointee.provider = text(record.provider.rawValue)
    info.pointee.handle_kind = text(record.handle?.type.rawValue)
    info.pointee.handle = text(record.handle?.value)
    info.pointee.name = text(record.name)
    info.pointee.began = record.began.nanoseconds
    info.pointee.connected = record.connected?.nanoseconds ?? 0
    info.pointee.ended = record.ended.nanoseconds
    if let end = record.end { write(end, to: &info.pointee) }
    return UnsafePointer(info)
  }

  /// Writes a caller that a screener is asked about.
  func info(_ request: ScreeningRequest) -> UnsafePointer<hk_call_info> {
    let info = allocate(hk_call_info.self)
    info.pointee.size = UInt32(MemoryLayout<hk_call_info>.size)
    info.pointee.call = request.call.c
    info.pointee.state = HK_STATE_SCREENING
    info.pointee.line = text(request.line.rawValue)
    info.pointee.provider = text(request.provider.rawValue)
    info.pointee.handle_kind = text(request.update.remoteHandle?.type.rawValue)
    info.pointee.handle = text(request.update.remoteHandle?.value)
    info.pointee.name = text(request.update.localizedCallerName)
    return UnsafePointer(info)
  }

  /// Writes a call of which only the name is known.
  func info(_ call: CallID) -> UnsafePointer<hk_call_info> {
    let info = allocate(hk_call_info.self)
    info.pointee.size = UInt32(MemoryLayout<hk_call_info>.size)
    info.pointee.call = call.c
    (info.pointee.line, info.pointee.provider) = (TextArena.empty, TextArena.empty)
    (info.pointee.handle_kind, info.pointee.handle, info.pointee.name) = (TextArena.empty, TextArena.empty, TextArena.empty)
    return UnsafePointer(info)
  }

  private func write(_ end: CallEnd, to info: inout hk_call_info) {
    info.end_reason = Numbers.number(of: end.reason)
    info.end_cause = Numbers.number(of: end.cause)
    if case .madeRoom(let other) = end.cause { info.end_for = other.c }
    info.end_error = error(end.transport)
  }

  /// Writes an action.
  func action(_ content: ActionContent) -> UnsafePointer<hk_action> {
    let record = allocate(hk_action.self)
    record.pointee.size = UInt32(MemoryLayout<hk_action>.size)
    record.pointee.call = content.call.c
    record.pointee.handle_kind = TextArena.empty
    record.pointee.handle = TextArena.empty
    record.pointee.contact = TextArena.empty
    record.pointee.digits = TextArena.empty
    record.pointee.provider = text(content.provider)
    record.pointee.id = content.id
    record.pointee.transaction = content.transaction
    record.pointee.index = content.index
    record.pointee.count = content.count
    record.pointee.origin = Numbers.number(of: content.origin)
    record.pointee.cause = Numbers.number(of: content.cause)
    record.pointee.deadline = content.deadline.nanoseconds
    write(content.operation, to: &record.pointee)
    return UnsafePointer(record)
  }

  private func write(_ operation: CallOperation, to record: inout hk_action) {
    switch operation {
    case .start(let details):
      record.kind = HK_ACTION_START
      write(details.handle, to: &record)
      record.contact = text(details.contactIdentifier)
      record.on = details.isVideo ? 1 : 0
    case .answer: record.kind = HK_ACTION_ANSWER
    case .end: record.kind = HK_ACTION_END
    case .setHeld(let isOn):
      record.kind = HK_ACTION_SET_HELD
      record.on = isOn ? 1 : 0
    case .setMuted(let isOn):
      record.kind = HK_ACTION_SET_MUTED
      record.on = isOn ? 1 : 0
    case .setGroup(let other):
      record.kind = HK_ACTION_SET_GROUP
      if let other { record.other = other.c }
    case .playDTMF(let digits, let kind):
      record.kind = HK_ACTION_PLAY_DTMF
      switch kind {
      case .singleTone: record.pause = 0
      case .softPause: record.pause = 1
      case .hardPause: record.pause = 2
      }
      record.digits = text(digits)
    case .transfer(.handle(let handle)):
      record.kind = HK_ACTION_TRANSFER
      write(handle, to: &record)
    case .transfer(.call(let other)):
      record.kind = HK_ACTION_TRANSFER
      record.other = other.c
    case .deflect(let handle):
      record.kind = HK_ACTION_DEFLECT
      write(handle, to: &record)
    }
  }
}

extension TextArena {
  private func write(_ handle: Handle, to record: inout hk_action) {
    record.handle_kind = text(handle.type.rawValue)
    record.handle = text(handle.value)
  }
}

/// An action of one of the program's own providers, or one that a provider did not answer in time.
struct ActionContent: Sendable {
  var operation: CallOperation
  var call: CallID
  var provider: String
  /// The number that `hk_fulfill` and `hk_fail` name; 0 for none.
  var id: UInt64 = 0
  var transaction: UInt64 = 0
  var index: UInt32 = 0
  var count: UInt32 = 1
  var origin: Origin
  var cause: EndCause?
  var deadline: Instant
}
