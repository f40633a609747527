/// A transport that can transfer calls: `org.hookswitch.transfer/1`.
public protocol TransferringTransport: Transport {
  /// Transfers the far end of the call to `to`.
  ///
  /// Completes when the transfer succeeded; then report the call ended.
  func transfer(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome

  /// Connects the far ends of two calls.
  ///
  /// Completes when they are connected; then report both ended.
  func transfer(_ call: Call, with other: Call, action: Action) throws(TransportError) -> Outcome

  /// Receives the host's decision on ``Host/transferRequested(_:to:)``.
  ///
  /// If accepted, a start with the same handle follows.
  func transferVerdict(on call: Call, accepted: Bool, error: TransportError?)
}
