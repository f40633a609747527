/// A transport whose far end a test can control: `org.hookswitch.test-peer/1`.
///
/// Such a far end does nothing without an order.
public protocol TestPeerTransport: Transport {
  /// Returns a handle that a test may call.
  ///
  /// Called once; the result holds for the instance's life.
  func dialable() -> CallInfo

  /// Makes a far end call the host: ``Host/incoming(_:)`` with this info.
  func callIn(from: CallInfo) throws(TransportError)

  /// Gives an order to the far end of the call.
  func order(_ order: PeerOrder, on call: Call) throws(TransportError)

  /// Returns the far end's view as one JSON object: state held muted digits group tone cause transferred.
  ///
  /// Also for the last calls that are over, until ``Transport/reset()``; so the kit does not check the call. ``EndedCalls`` keeps them.
  func observe(_ call: Call) throws(TransportError) -> String
}

/// An order of a test to the far end of a call.
public enum PeerOrder: Hashable, Sendable {
  /// Ring.
  case ring
  /// Answer.
  case answer
  /// Decline.
  case decline
  /// Be busy.
  case busy
  /// Hang up.
  case end
  /// Hold the call.
  case hold
  /// Resume the call.
  case resume
  /// Send these digits.
  case dtmf(String)
  /// Send nothing more, like a dead network.
  case vanish
  /// Play a tone of this frequency in hertz.
  case tone(String)
  /// Play nothing.
  case silence
  /// Send back the received audio.
  case echo
  /// Request a transfer to this handle.
  case askToTransfer(String)

  init?(_ what: UInt32, _ argument: String) {
    switch what {
    case 1: self = .ring
    case 2: self = .answer
    case 3: self = .decline
    case 4: self = .busy
    case 5: self = .end
    case 6: self = .hold
    case 7: self = .resume
    case 8: self = .dtmf(argument)
    case 9: self = .vanish
    case 10: self = .tone(argument)
    case 11: self = .silence
    case 12: self = .echo
    case 13: self = .askToTransfer(argument)
    default: return nil
    }
  }
}
