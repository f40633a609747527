internal import CSIPStack

/// A received INVITE.
struct IncomingInvite: Sendable {
  /// The dialog that a call replaces.
  enum Replacing: Hashable, Sendable {
    case nobody
    case dialog(UInt64)
    /// An unknown dialog.
    case unknown
  }

  /// The address of the stack that received it.
  var stack: UInt = 0
  var requestURI = ""
  var from = ""
  var name = ""
  var to = ""
  /// P-Asserted-Identity, for a trusted sender (RFC 3325).
  var asserted = ""
  var assertedName = ""
  /// True when the caller wants to be hidden (Privacy of RFC 3323, with `id` of RFC 3325).
  var isPrivate = false
  var callID = ""
  /// Diversion, History-Info and P-Called-Party-ID as received; commas join several values.
  var diversion = ""
  var history = ""
  var calledParty = ""
  var userAgent = ""
  /// Its source address.
  var source = ""
  /// True when it came over TLS.
  var isByTLS = false
  var replacing = Replacing.nobody
  /// The session description; empty when the caller wants an offer from us.
  var session = ""

  init(_ event: csip_event) {
    stack = UInt(bitPattern: event.stack)
    requestURI = String(borrowed: event.request_uri)
    from = String(borrowed: event.from_uri)
    name = String(borrowed: event.from_name)
    to = String(borrowed: event.to_uri)
    asserted = String(borrowed: event.asserted_uri)
    assertedName = String(borrowed: event.asserted_name)
    let privacy = String(borrowed: event.privacy).lowercased().split(separator: ";")
    isPrivate = !Set(privacy).isDisjoint(with: ["id", "user", "header", "session"])
    diversion = String(borrowed: event.diversion)
    history = String(borrowed: event.history)
    calledParty = String(borrowed: event.called_party)
    userAgent = String(borrowed: event.user_agent)
    callID = String(borrowed: event.call_id)
    source = String(borrowed: event.source)
    isByTLS = event.is_by_tls != 0
    replacing =
      switch event.replaces {
      case 0: .nobody
      case .max: .unknown
      // A stranger's call replaces nothing (RFC 3891 section 8).
      default: event.may_replace == 0 ? .nobody : .dialog(event.replaces)
      }
    session = String(borrowed: event.remote_sdp)
  }
}
