package import CallControl

/// An input that waits for its line.
enum LineInput: Sendable {
  /// A request.
  case request(CallRequest, RequestFacts, PendingRequest)
  /// An incoming call; its reporter may want the verdict.
  indirect case incoming(ProviderID, IncomingCall, IncomingFacts, verdict: IncomingVerdict?)
  /// An event that needs no addition.
  case event(LineEvent)
  /// The roster changed; the line receives the latest one, once.
  case rosterChanged
  /// The line's standing may have changed (K7, K8).
  case standingChanged
  /// A provider lost its calls.
  case lost(ProviderID, ProviderLoss)

  /// The receiver of a reported call's verdict.
  var verdict: IncomingVerdict? {
    if case .incoming(_, _, _, let verdict) = self { verdict } else { nil }
  }
}

/// Receives the verdict on a reported call; nil when it is shown.
package typealias IncomingVerdict = @Sendable (CallError?) -> Void
