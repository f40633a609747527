internal import TransportKit

/// The audio state of one call, as the loop sees it: the stream's orders, and pending work.
///
/// Used on the loop. It exists from the call's first sound on, attached or not.
struct LineSound {
  var orders = LineOrders()
  /// The media task, while the call has audio.
  var task: StreamTask<LineStream>?
  /// The recordings: the stream may still hold the address of any of them.
  var recordings: [WaveRecording] = []
  /// The actions whose digits are being sent, each with its clip: complete once the stream has sent the clip.
  var sending: [(clip: UInt32, action: Action)] = []
  /// The number of digits already taken from the stream's report.
  var heard: UInt32 = 0
  var told: UInt32 = 0

  var isAttached: Bool { task != nil }

  /// Tells the stream its orders.
  func tell() { task?.tell(orders) }
}
