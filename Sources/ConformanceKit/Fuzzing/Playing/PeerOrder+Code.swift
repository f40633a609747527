internal import TransportABI

extension PeerOrder {
  /// Creates the order with the contract's code; nil when there is none.
  init?(_ what: UInt32, _ argument: String) {
    let plain: [PeerOrder] = [.ring, .answer, .decline, .busy, .end, .hold, .resume, .vanish, .silence, .echo]
    switch what {
    case HSW_ORDER_DTMF: self = .dtmf(argument)
    case HSW_ORDER_TONE: self = .tone(hertz: Int(argument) ?? 440)
    case HSW_ORDER_ASK_TRANSFER: self = .askTransfer(to: argument)
    default:
      guard let order = plain.first(where: { $0.code.what == what }) else { return nil }
      self = order
    }
  }
}
