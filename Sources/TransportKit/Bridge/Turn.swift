/// One call of the host into the instance: its action, and the time of all its reports.
struct Turn {
  /// The action of this turn; 0 for none.
  var action: UInt64 = 0
  var open = OpenAction(call: 0, effect: .other)
  /// True once the action was completed in this turn, so that the method's result adds nothing.
  var isCompleted = false
  /// The host's clock, read once a turn; 0 until it is needed.
  var now: UInt64 = 0
}
