internal import CSIPStack

/// An INVITE as it came.
struct IncomingInvite: Sendable {
  /// Whose place the call takes.
  enum Replacing: Hashable, Sendable {
    case nobody
    case dialog(UInt64)
    /// A dialog that is not here.
    case unknown
  }

  /// The stack that it came to, by its address.
  var stack: UInt = 0
  var requestURI = ""
  var from = ""
  var name = ""
  var to = ""
  /// P-Asserted-Identity, for whoever trusts the sender (RFC 3325).
  var asserted = ""
  var assertedName = ""
  /// Whether the caller asks not to be shown (RFC 3323: `id`, `user` or `header`).
  var isPrivate = false
  var callID = ""
  /// Diversion, History-Info and P-Called-Party-ID as they came; those of one name joined by commas.
  var diversion = ""
  var history = ""
  var calledParty = ""
  var userAgent = ""
  /// The address that it came from.
  var source = ""
  /// Whether it came by TLS.
  var isByTLS = false
  var replacing = Replacing.nobody
  /// The description of the session; empty when they want an offer of ours.
  var session = ""

  init(_ event: csip_event) {
    stack = UInt(bitPattern: event.stack)
    requestURI = StackEvent.text(event.request_uri)
    from = StackEvent.text(event.from_uri)
    name = StackEvent.text(event.from_name)
    to = StackEvent.text(event.to_uri)
    asserted = StackEvent.text(event.asserted_uri)
    assertedName = StackEvent.text(event.asserted_name)
    isPrivate = ["id", "user", "header", "session"].contains(StackEvent.text(event.privacy).lowercased())
    diversion = StackEvent.text(event.diversion)
    history = StackEvent.text(event.history)
    calledParty = StackEvent.text(event.called_party)
    userAgent = StackEvent.text(event.user_agent)
    callID = StackEvent.text(event.call_id)
    source = StackEvent.text(event.source)
    isByTLS = event.is_by_tls != 0
    replacing =
      switch event.replaces {
      case 0: .nobody
      case .max: .unknown
      // From a stranger it is a call like any other (RFC 3891 section 8).
      default: event.may_replace == 0 ? .nobody : .dialog(event.replaces)
      }
    session = StackEvent.text(event.remote_sdp)
  }
}
