internal import TransportKit

/// What the loop tells the stream of a call.
///
/// `@unchecked Sendable`: the room is memory of its instance's, touched on the audio thread alone.
struct LineOrders: BitwiseCopyable, @unchecked Sendable {
  /// Whether we hear the network.
  var hears = false
  /// Whether the far end hears us.
  var isHeard = false
  /// What the far end plays.
  var down = ClipTape()
  /// The digits that we send.
  var up = ClipTape()
  /// Whether the far end sends back what it hears.
  var echoes = false
  /// In which room the far end is.
  var room: UnsafeMutablePointer<RoomMix>?
  /// Where what the far end hears is recorded.
  var recording: RingWriter?
  /// Whether anybody asks which tone is heard.
  var metersTone = false
}

/// What the stream of a call has found.
struct LineReport: BitwiseCopyable, Sendable {
  /// The digits that the far end has heard.
  var heard = DigitTape()
  /// The digits that we have heard.
  var told = DigitTape()
  /// How many of the clips that we send are over.
  var sent: UInt32 = 0
  /// How many of the clips that the far end plays are over.
  var played: UInt32 = 0
  /// The tone that the far end hears, in Hz.
  var tone: UInt32 = 0
}
