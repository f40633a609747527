/// A transport that can hold calls: `org.hookswitch.hold/1`.
public protocol HoldingTransport: Transport {
  /// Holds or resumes an active call.
  ///
  /// Completes when the far end knows. A request for the present state succeeds.
  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome
}
