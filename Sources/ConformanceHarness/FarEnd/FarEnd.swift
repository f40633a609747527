internal import TransportABI

/// The other end of a test's calls.
///
/// Unasked, it only follows transfers. An order that it cannot carry out throws `TestSkip`; a fault of the plugin throws `TestFailure`.
package protocol FarEnd: AnyObject {
  /// The kind of far end, for reports.
  var kind: String { get }
  /// Returns the target that reaches the far end.
  func target() throws -> CallTarget
  /// Calls us; `report_incoming` follows.
  func callUs(from: CallTarget) throws
  /// Carries out an order on a call of ours.
  func order(_ order: PeerOrder, _ call: CallRef) throws
  /// Returns the far end's view of a call of ours.
  func see(_ call: CallRef) throws -> PeerView
  /// Passes one frame's time of audio at the far end.
  func passFrame() throws
  /// Does what the far end does unasked; called while the loop is idle.
  func attend() throws
  /// Ends the far end; called when the instance under test is gone.
  func leave() throws
}

extension FarEnd {
  /// Does nothing: most far ends have a clock of their own, or the plugin's.
  package func passFrame() throws {}
  /// Does nothing: most far ends only follow orders.
  package func attend() throws {}
  /// Does nothing: most far ends end with their test.
  package func leave() throws {}
  package func ring(_ call: CallRef) throws { try order(.ring, call) }
  package func answer(_ call: CallRef) throws { try order(.answer, call) }
  func decline(_ call: CallRef) throws { try order(.decline, call) }
  func busy(_ call: CallRef) throws { try order(.busy, call) }
  package func end(_ call: CallRef) throws { try order(.end, call) }
  package func hold(_ call: CallRef) throws { try order(.hold, call) }
  package func resume(_ call: CallRef) throws { try order(.resume, call) }
  package func vanish(_ call: CallRef) throws { try order(.vanish, call) }
  package func send(_ digits: String, _ call: CallRef) throws { try order(.dtmf(digits), call) }
}

/// An order to a far end.
package enum PeerOrder: Hashable, Sendable {
  case ring, answer, decline, busy, end, hold, resume, vanish, silence, echo
  case dtmf(String)
  case tone(hertz: Int)
  case askTransfer(to: String)

  /// The contract's code of the order, and its argument.
  package var code: (what: UInt32, argument: String) {
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
