/// Who is at the other end of the calls of a test.
///
/// It does nothing unasked but go where it is sent. Where it cannot do what is asked it throws `TestSkip`; a fault of the plugin's is a `TestFailure`.
protocol FarEnd: AnyObject {
  /// What kind of far end it is, for reports.
  var kind: String { get }
  /// Whom to call so that the far end gets it.
  func target() throws -> CallTarget
  /// Calls us; `report_incoming` follows.
  func callUs(from: CallTarget) throws
  /// Does something on a call of ours.
  func order(_ order: PeerOrder, _ call: CallRef) throws
  /// What it sees of a call of ours.
  func see(_ call: CallRef) throws -> PeerView
  /// A frame's time of audio has passed.
  func passFrame() throws
  /// The loop has nothing to do for the moment: time for what somebody there would do unasked.
  func attend() throws
  /// The instance under test is gone, and the far end may go.
  func leave() throws
}

extension FarEnd {
  /// Most far ends have a clock of their own, or the plugin's.
  func passFrame() throws {}
  /// Most have nobody there.
  func attend() throws {}
  /// Most end with their test.
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
