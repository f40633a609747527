/// A transport that can mute calls: `org.hookswitch.mute/1`.
public protocol MutingTransport: Transport {
  /// Stops sending this side's audio to the far end, or resumes it.
  ///
  /// Allowed in any state of the call.
  func setMuted(_ call: Call, _ muted: Bool, action: Action) throws(TransportError) -> Outcome
}
