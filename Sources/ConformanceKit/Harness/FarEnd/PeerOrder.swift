internal import TransportABI

/// An order to a far end.
enum PeerOrder: Hashable, Sendable {
  case ring, answer, decline, busy, end, hold, resume, vanish, silence, echo
  case dtmf(String)
  case tone(hertz: Int)
  case askTransfer(to: String)

  /// The contract's code of the order, and its argument.
  var code: (what: UInt32, argument: String) {
    switch self {
    case .ring: (HSW_ORDER_RING, "")
    case .answer: (HSW_ORDER_ANSWER, "")
    case .decline: (HSW_ORDER_DECLINE, "")
    case .busy: (HSW_ORDER_BUSY, "")
    case .end: (HSW_ORDER_END, "")
    case .hold: (HSW_ORDER_HOLD, "")
    case .resume: (HSW_ORDER_RESUME, "")
    case .dtmf(let digits): (HSW_ORDER_DTMF, digits)
    case .vanish: (HSW_ORDER_VANISH, "")
    case .tone(let hertz): (HSW_ORDER_TONE, "\(hertz)")
    case .silence: (HSW_ORDER_SILENCE, "")
    case .echo: (HSW_ORDER_ECHO, "")
    case .askTransfer(let handle): (HSW_ORDER_ASK_TRANSFER, handle)
    }
  }
}
