/// A transport that can send DTMF: `org.hookswitch.dtmf/1`.
public protocol DTMFTransport: Transport {
  /// Sends the digits: at least one of 0-9 * # A-D.
  ///
  /// Completes when all are sent. The host has already waited for the pause.
  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) throws(TransportError) -> Outcome
}
