/// A transport that can send DTMF: `org.hookswitch.dtmf/1`.
public protocol DTMFTransport: Transport {
  /// Send the digits, which are 0-9 * # A-D only, at least one.
  ///
  /// Done: all are sent. The host has already waited out the pause.
  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome
}
