internal import CSIPStack

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
    phrase = StackEvent.text(event.phrase)
    reasonProtocol = StackEvent.text(event.reason_protocol)
    reasonCause = Int(event.reason_cause)
    reasonText = StackEvent.text(event.reason_text)
    warning = StackEvent.text(event.warning)
    contact = StackEvent.text(event.contact)
  }

  /// Makes a refusal without a message, for tests and for calls that end without one.
  init(status: Int = 0, phrase: String = "", reasonProtocol: String = "", reasonCause: Int = 0) {
    self.status = status
    self.phrase = phrase
    self.reasonProtocol = reasonProtocol
    self.reasonCause = reasonCause
  }
}
