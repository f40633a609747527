internal import TransportKit

/// Orders from the loop to the stream of a call.
///
/// `@unchecked Sendable`: the room's memory belongs to the instance, and only the audio thread uses it.
struct LineOrders: BitwiseCopyable, @unchecked Sendable {
  /// True while we hear the network.
  var hears = false
  /// True while the far end hears us.
  var isHeard = false
  /// The clips that the far end plays.
  var down = ClipTape()
  /// The digits that we send.
  var up = ClipTape()
  /// True while the far end returns what it hears.
  var echoes = false
  /// The room that the far end is in.
  var room: UnsafeMutablePointer<RoomMix>?
  /// The recording of what the far end hears.
  var recording: RingWriter?
  /// True when a test may ask for the tone that the far end hears.
  var metersTone = false
}

/// Reports from the stream of a call to the loop.
struct LineReport: BitwiseCopyable, Sendable {
  /// The digits that the far end has heard.
  var heard = DigitTape()
  /// The digits that we have heard.
  var told = DigitTape()
  /// The number of clips that we have sent completely.
  var sent: UInt32 = 0
  /// The number of clips that the far end has played completely.
  var played: UInt32 = 0
  /// The tone that the far end hears, in Hz.
  var tone: UInt32 = 0
}
