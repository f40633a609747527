public import CHookswitch
internal import Hookswitch

// The header's part "events": taking them, and waking the thread that waits for them.

/// The function `hk_host_fd` of hookswitch.h, which describes it.
@c @implementation
public func hk_host_fd(_ host: OpaquePointer?) -> CInt {
  number { () throws(EmbeddingError) in try HookswitchC.host(host).queue.descriptor }
}

/// The function `hk_next` of hookswitch.h, which describes it.
@c @implementation
public func hk_next(_ host: OpaquePointer?) -> UnsafePointer<hk_event>? {
  pointer { () throws(EmbeddingError) in try hostPlaces.taking(host) { $0.next() } }
}

/// The function `hk_wait` of hookswitch.h, which describes it.
@c @implementation
public func hk_wait(_ host: OpaquePointer?, _ timeout_ms: Int32) -> UnsafePointer<hk_event>? {
  pointer { () throws(EmbeddingError) in
    guard timeout_ms >= -1 else { throw .invalid("the argument timeout_ms is \(timeout_ms), should be -1 or more") }
    return try hostPlaces.taking(host) { $0.next(waiting: timeout_ms) }
  }
}

/// The function `hk_wake` of hookswitch.h, which describes it.
@c @implementation
public func hk_wake(_ host: OpaquePointer?) {
  if !isForkedChild { hostPlaces.wake(host) }
}

/// The function `hk_dispatch` of hookswitch.h, which describes it.
@c @implementation
public func hk_dispatch(
  _ host: OpaquePointer?, _ handlers: UnsafePointer<hk_handlers>?, _ context: UnsafeMutableRawPointer?, _ timeout_ms: Int32
) -> Int32 {
  number { () throws(EmbeddingError) in
    let handle = host
    guard timeout_ms >= -1 else { throw .invalid("the argument timeout_ms is \(timeout_ms), should be -1 or more") }
    let handlers = try given(handlers, "handlers")
    return try hostPlaces.taking(handle) { host in
      var count: Int32 = 0
      var event = host.next(waiting: timeout_ms)
      while let present = event {
        count &+= 1
        if let handler = handlers.handler(for: present.pointee) {
          handler(context, handle, present)
        } else if present.pointee.type == HK_EVENT_PERFORM, let action = present.pointee.action?.pointee.id {
          // P3: the program does not implement it.
          host.failUnimplemented(action)
        }
        // A handler may have freed nothing else: the host itself stays, since this thread takes its events.
        event = host.next()
      }
      return count
    }
  }
}

/// The function `hk_event_name` of hookswitch.h, which describes it.
@c @implementation
public func hk_event_name(_ type: hk_event_type) -> UnsafePointer<CChar>? { EventNames.events[Int64(type)] }

/// The function `hk_state_name` of hookswitch.h, which describes it.
@c @implementation
public func hk_state_name(_ state: hk_state) -> UnsafePointer<CChar>? { EventNames.states[Int64(state)] }

/// The function `hk_end_reason_name` of hookswitch.h, which describes it.
@c @implementation
public func hk_end_reason_name(_ reason: UInt32) -> UnsafePointer<CChar>? { EventNames.reasons[Int64(reason)] }

/// The function `hk_end_cause_name` of hookswitch.h, which describes it.
@c @implementation
public func hk_end_cause_name(_ cause: UInt32) -> UnsafePointer<CChar>? { EventNames.causes[Int64(cause)] }

/// The names of the header's numbers, as the journal and the command write them.
enum EventNames {
  static let events = FixedTexts(
    [
      HK_EVENT_INCOMING: "incoming", HK_EVENT_STATE: "state", HK_EVENT_CHANGED: "changed", HK_EVENT_ENDED: "ended", HK_EVENT_TONE: "tone",
      HK_EVENT_DTMF: "dtmf", HK_EVENT_RESUME_OFFERED: "resumeOffered", HK_EVENT_TRANSFER_REQUESTED: "transferRequested",
      HK_EVENT_RECORD: "record", HK_EVENT_MEDIA: "media", HK_EVENT_RESULT: "result", HK_EVENT_DONE: "done", HK_EVENT_SCREEN: "screen",
      HK_EVENT_PERFORM: "perform", HK_EVENT_TIMED_OUT: "timedOut", HK_EVENT_CANCELLED: "cancelled", HK_EVENT_SHOWN: "shown",
      HK_EVENT_REFUSED: "refused", HK_EVENT_TRANSFER_DECIDED: "transferDecided", HK_EVENT_BEGIN: "begin", HK_EVENT_RESET: "reset",
      HK_EVENT_RESTART: "restart", HK_EVENT_ACTIVATE: "activate", HK_EVENT_PROVIDER: "provider", HK_EVENT_LOST: "lost",
      HK_EVENT_COMMAND_TIMED_OUT: "commandTimedOut", HK_EVENT_MISBEHAVED: "misbehaved", HK_EVENT_LOG: "log",
      HK_EVENT_AUDIO_OWNER: "audioOwner", HK_EVENT_LINE_AUDIO: "lineAudio", HK_EVENT_RECORDING: "recording", HK_EVENT_AUDIO: "audio",
      HK_EVENT_CLOSED: "closed", HK_EVENT_LAGGED: "lagged",
    ].texts, other: "unknown")
  static let states = FixedTexts(
    Dictionary(uniqueKeysWithValues: CallState.allCases.map { (Int64(Numbers.number(of: $0)), $0.rawValue) }), other: "unknown")
  static let reasons = FixedTexts(
    Dictionary(uniqueKeysWithValues: EndReason.allCases.map { (Int64(Numbers.number(of: $0)), $0.rawValue) }), other: "unknown")
  static let causes = FixedTexts(
    [
      HK_CAUSE_NONE: "none", HK_CAUSE_USER: EndCause.user.word, HK_CAUSE_CLIENT: EndCause.client.word,
      HK_CAUSE_DECLINED: EndCause.declined.word, HK_CAUSE_RING_TIMEOUT: EndCause.ringTimeout.word, HK_CAUSE_MADE_ROOM: "madeRoom",
      HK_CAUSE_COULD_NOT_HOLD: EndCause.couldNotHold.word, HK_CAUSE_ACTION_FAILED: EndCause.actionFailed.word,
      HK_CAUSE_ACTION_TIMED_OUT: EndCause.actionTimedOut.word, HK_CAUSE_DIAL_TIMEOUT: EndCause.dialTimeout.word,
      HK_CAUSE_PROVIDER_LOST: EndCause.providerLost.word, HK_CAUSE_PROVIDER_UNAVAILABLE: EndCause.providerUnavailable.word,
      HK_CAUSE_RESET: EndCause.reset.word, HK_CAUSE_TRANSFERRED: EndCause.transferred.word, HK_CAUSE_REPLACED: EndCause.replaced.word,
      HK_CAUSE_BUSY: EndCause.busy.word, HK_CAUSE_BLOCKED: EndCause.blocked.word, HK_CAUSE_HOST: EndCause.host.word,
      HK_CAUSE_DEFLECTED: EndCause.deflected.word, HK_CAUSE_HOST_LOST: EndCause.hostLost.word,
      HK_CAUSE_LINE_MOVED: EndCause.lineMoved.word,
    ].texts, other: "unknown")
}

extension [UInt32: String] {
  fileprivate var texts: [Int64: String] { Dictionary<Int64, String>(uniqueKeysWithValues: map { (Int64($0.key), $0.value) }) }
}

extension hk_handlers {
  /// Returns the function for an event: its own, or `other`.
  fileprivate func handler(for event: hk_event) -> hk_handler? {
    own(event) ?? other
  }

  private func own(_ event: hk_event) -> hk_handler? {
    switch event.type {
    case HK_EVENT_INCOMING: incoming
    case HK_EVENT_STATE: state
    case HK_EVENT_CHANGED: changed
    case HK_EVENT_ENDED: ended
    case HK_EVENT_TONE: tone
    case HK_EVENT_DTMF: dtmf
    case HK_EVENT_RESUME_OFFERED: resume_offered
    case HK_EVENT_TRANSFER_REQUESTED: transfer_requested
    case HK_EVENT_RECORD: record
    case HK_EVENT_RESULT: result
    case HK_EVENT_DONE: done
    case HK_EVENT_SCREEN: screen
    case HK_EVENT_PERFORM: perform(event.action?.pointee.kind ?? 0)
    case HK_EVENT_TIMED_OUT: timed_out
    case HK_EVENT_CANCELLED: cancelled
    case HK_EVENT_SHOWN: shown
    case HK_EVENT_REFUSED: refused
    case HK_EVENT_TRANSFER_DECIDED: transfer_decided
    case HK_EVENT_BEGIN: begin
    case HK_EVENT_RESET: reset
    case HK_EVENT_RESTART: restart
    case HK_EVENT_ACTIVATE: activate
    case HK_EVENT_PROVIDER: provider
    case HK_EVENT_LOST: lost
    case HK_EVENT_AUDIO: audio
    default: nil
    }
  }

  private func perform(_ kind: UInt32) -> hk_handler? {
    switch kind {
    case HK_ACTION_START: perform_start
    case HK_ACTION_ANSWER: perform_answer
    case HK_ACTION_END: perform_end
    case HK_ACTION_SET_HELD: perform_set_held
    case HK_ACTION_SET_MUTED: perform_set_muted
    case HK_ACTION_SET_GROUP: perform_set_group
    case HK_ACTION_PLAY_DTMF: perform_play_dtmf
    case HK_ACTION_TRANSFER: perform_transfer
    case HK_ACTION_DEFLECT: perform_deflect
    default: nil
    }
  }
}
