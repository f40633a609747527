internal import HookswitchCore
internal import StrictJSON

/// The work that a stream's core asks of its shell, in order.
enum StreamEffect: Equatable, Sendable {
  /// Make a connection to the stream's address.
  case connect
  /// End the connection at once, without a closing handshake.
  case abort
  /// Send what waits, then close with this code.
  case finish(StreamFault.Code, String)
  /// The outbox has something to send.
  case write
  /// Stop or continue reading from the program (AudioSocket).
  case setReading(Bool)
  /// Write samples to the call, and tell `wrote`.
  case speak([Int16])
  case mark(String)
  /// Flush the call's queue, and tell `replied`.
  case flush(id: JSONValue?)
  case pause
  case resume
  case status(id: JSONValue?)
  /// Ask the call, and tell `replied` when it refuses.
  case control(StreamControl, id: JSONValue?)
  /// Forget the audio that the program missed.
  case dropHeard
  /// Detach the program from the call.
  case detach
  /// End the call.
  case endCall
  case tell(StreamEvent.Kind)
  /// Forget the stream.
  case forget
}
