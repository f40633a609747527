/// One call of the host's into the instance: the action it carries, and the time that everything said in it bears.
struct Turn {
  /// The action of this turn; 0 for none.
  var action: UInt64 = 0
  var open = OpenAction(call: 0, effect: .other)
  /// Whether a word on the action has gone out already, so that the method's own result adds nothing.
  var isCompleted = false
  /// The host's clock, read once a turn; 0 until somebody asks.
  var now: UInt64 = 0
}
