internal import CSIPStack

/// An event of the SIP stack, as a value that goes from its thread to the account's loop.
enum StackEvent: Sendable {
  /// A call came; the account answers or refuses it.
  case incoming(IncomingInvite)
  /// 1xx to our INVITE; with a session: early media.
  case progress(status: Int, hasSession: Bool)
  /// The call is up.
  case answered
  /// 3xx to 6xx to our INVITE: the call is over.
  case refused(Refusal)
  /// The caller cancelled.
  case cancelled(Refusal)
  /// The far end hung up.
  case hungUp(Refusal)
  /// The stack hung up after a time-out.
  case lost(Refusal)
  /// The dialog is gone: its last event.
  case over(status: Int, phrase: String)
  /// The far end's session description; `wantsNoSound`: its offer puts us on hold.
  case remoteSession(String, isOffer: Bool, wantsNoSound: Bool)
  /// Our description, as sent.
  case localSession(String, isOffer: Bool)
  /// The answer to our change of the session.
  case changed(status: Int, phrase: String)
  /// The answer to our INFO.
  case infoAnswered(status: Int, phrase: String)
  /// The far end sent an INFO.
  case info(type: String, body: String)
  /// The far end requests a transfer.
  case referred(to: String, by: String)
  /// The progress of our REFER.
  case transfer(status: Int, phrase: String, isFinal: Bool)
  /// Registered for this time; 0: no longer registered.
  case registered(seconds: Int)
  /// A registration failed or was lost.
  case unregistered(status: Int, phrase: String, retryAfter: Int)
  /// Limits were exceeded: calls refused with 503, requests dropped, connections cut, in a second or more.
  case flooded(refused: Int, dropped: Int, cut: Int, source: String)

  /// A message was sent or received; only while messages are traced.
  case wire(isOutgoing: Bool, String)

  /// Reads an event of the stack; one with both session descriptions gives two.
  static func read(_ event: UnsafePointer<csip_event>) -> [StackEvent] {
    let event = event.pointee
    let status = Int(event.status)
    let phrase = String(borrowed: event.phrase)
    switch event.kind {
    case CSIP_CALL: return [.incoming(IncomingInvite(event))]
    case CSIP_PROGRESS: return [.progress(status: status, hasSession: event.remote_sdp != nil)]
    case CSIP_ANSWERED: return [.answered]
    case CSIP_REFUSED: return [.refused(Refusal(event))]
    case CSIP_CANCELLED: return [.cancelled(Refusal(event))]
    case CSIP_HUNG_UP: return [.hungUp(Refusal(event))]
    case CSIP_LOST: return [.lost(Refusal(event))]
    case CSIP_OVER: return [.over(status: status, phrase: phrase)]
    case CSIP_SESSION:
      var events: [StackEvent] = []
      if event.remote_sdp != nil {
        events.append(.remoteSession(String(borrowed: event.remote_sdp), isOffer: event.is_offer != 0, wantsNoSound: event.is_held != 0))
      }
      if event.local_sdp != nil { events.append(.localSession(String(borrowed: event.local_sdp), isOffer: event.is_offer != 0)) }
      return events
    case CSIP_CHANGED: return [.changed(status: status, phrase: phrase)]
    case CSIP_INFO_ANSWERED: return [.infoAnswered(status: status, phrase: phrase)]
    case CSIP_TONES: return [.info(type: String(borrowed: event.content_type), body: String(borrowed: event.body))]
    case CSIP_REFER: return [.referred(to: String(borrowed: event.refer_to), by: String(borrowed: event.referred_by))]
    case CSIP_TRANSFER: return [.transfer(status: status, phrase: phrase, isFinal: event.is_final != 0)]
    case CSIP_REGISTERED: return [.registered(seconds: Int(event.expires))]
    case CSIP_UNREGISTERED: return [.unregistered(status: status, phrase: phrase, retryAfter: Int(event.retry_after))]
    case CSIP_REFUSED_FLOOD:
      return [
        .flooded(refused: Int(event.refused), dropped: Int(event.dropped), cut: Int(event.cut), source: String(borrowed: event.source))
      ]
    default: return []
    }
  }
}

/// A far end's reason to end or refuse a call.
struct Refusal: Hashable, Sendable {
  /// The status of a response; 0 for a request (CANCEL, BYE).
  var status = 0
  var phrase = ""
  /// The Reason header (RFC 3326): `SIP` or `Q.850`, its cause and text.
  var reasonProtocol = ""
  var reasonCause = 0
  var reasonText = ""
  /// The text of a Warning header.
  var warning = ""
  /// The other address of a redirection.
  var contact = ""

  init(_ event: csip_event) {
    status = Int(event.status)
    phrase = String(borrowed: event.phrase)
    reasonProtocol = String(borrowed: event.reason_protocol)
    reasonCause = Int(event.reason_cause)
    reasonText = String(borrowed: event.reason_text)
    warning = String(borrowed: event.warning)
    contact = String(borrowed: event.contact)
  }

  /// Makes a refusal without a message, for tests and for calls that end without one.
  init(status: Int = 0, phrase: String = "", reasonProtocol: String = "", reasonCause: Int = 0) {
    self.status = status
    self.phrase = phrase
    self.reasonProtocol = reasonProtocol
    self.reasonCause = reasonCause
  }
}
