package import CallControl

/// Something for a line, before the line's turn to hear it has come.
enum LineInput: Sendable {
  /// Somebody asks for something.
  case request(CallRequest, RequestFacts, PendingRequest)
  /// A call comes in; whoever reported it wants to hear the verdict.
  indirect case incoming(ProviderID, IncomingCall, IncomingFacts, verdict: IncomingVerdict?)
  /// Anything that needs nothing added.
  case event(LineEvent)
  /// The providers changed; the line hears of the latest roster, once.
  case rosterChanged
  /// A provider lost its calls.
  case lost(ProviderID, ProviderLoss)

  /// Who wants to hear what became of a reported call.
  var verdict: IncomingVerdict? {
    if case .incoming(_, _, _, let verdict) = self { verdict } else { nil }
  }
}

/// Hears what became of a reported call: nil when it is shown.
package typealias IncomingVerdict = @Sendable (CallError?) -> Void
