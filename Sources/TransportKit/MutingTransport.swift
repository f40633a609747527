/// A transport that can mute calls: `org.hookswitch.mute/1`.
public protocol MutingTransport: Transport {
  /// Let nothing of ours reach the far end, or let it again.
  ///
  /// In any state of the call.
  func setMuted(_ call: Call, _ muted: Bool, action: Action) throws(TransportError) -> Outcome
}
