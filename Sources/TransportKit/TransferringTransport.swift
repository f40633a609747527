/// A transport that can hand calls over: `org.hookswitch.transfer/1`.
public protocol TransferringTransport: Transport {
  /// Send the far end of the call to `to`.
  ///
  /// Done: it has taken over; report the call ended then.
  func transfer(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome

  /// Connect the far ends of two calls.
  ///
  /// Done: they are; report both ended then.
  func transfer(_ call: Call, with other: Call, action: Action) throws(TransportError) -> Outcome

  /// What the host says to ``Host/transferRequested(_:to:)``.
  ///
  /// If accepted, a start with the same handle follows.
  func transferVerdict(on call: Call, accepted: Bool, error: TransportError?)
}
