/// The other end of a test's calls.
///
/// Unasked, it only follows transfers. An order that it cannot carry out throws `TestSkip`; a fault of the plugin throws `TestFailure`.
protocol FarEnd: AnyObject {
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
  func passFrame() throws {}
  /// Does nothing: most far ends only follow orders.
  func attend() throws {}
  /// Does nothing: most far ends end with their test.
  func leave() throws {}
  func ring(_ call: CallRef) throws { try order(.ring, call) }
  func answer(_ call: CallRef) throws { try order(.answer, call) }
  func decline(_ call: CallRef) throws { try order(.decline, call) }
  func busy(_ call: CallRef) throws { try order(.busy, call) }
  func end(_ call: CallRef) throws { try order(.end, call) }
  func hold(_ call: CallRef) throws { try order(.hold, call) }
  func resume(_ call: CallRef) throws { try order(.resume, call) }
  func vanish(_ call: CallRef) throws { try order(.vanish, call) }
  func send(_ digits: String, _ call: CallRef) throws { try order(.dtmf(digits), call) }
}
