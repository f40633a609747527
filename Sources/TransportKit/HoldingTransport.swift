/// A transport that can hold calls: `org.hookswitch.hold/1`.
public protocol HoldingTransport: Transport {
  /// Hold or resume an active call.
  ///
  /// Done: so it is, and the far end knows. Asking for what is already so is fine.
  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome
}
