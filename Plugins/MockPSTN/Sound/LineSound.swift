internal import TransportKit

/// The sound of one call, as the loop knows it: what its stream was told, and what is waited for.
///
/// On the loop. It is there from a call's first sound on, attached or not.
struct LineSound {
  var orders = LineOrders()
  /// What serves the port, while there is one.
  var task: StreamTask<LineStream>?
  /// What was recorded: the stream may still have the address of any of them.
  var recordings: [WaveRecording] = []
  /// Digits that we send, and the number of their clip: done when the stream has sent it.
  var sending: [(clip: UInt32, action: Action)] = []
  /// How many digits of the stream's are known.
  var heard: UInt32 = 0
  var told: UInt32 = 0

  var isAttached: Bool { task != nil }

  /// Tells the stream its orders.
  func tell() { task?.tell(orders) }
}
