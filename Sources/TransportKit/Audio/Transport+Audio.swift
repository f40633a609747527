/// A transport that carries audio: `org.hookswitch.audio/1`.
///
/// The host lends each call a port of two rings, and every 20 ms runs the call's ``MediaStream`` on a real-time thread. A stream is a value
/// without references, so that it cannot allocate, lock or count references by accident. See <doc:Audio>.
public protocol AudioTransport: Transport {
  /// Returns the formats that the call's audio can have, the best first; an empty list when the call has no audio.
  func audioFormats(of call: Call) -> [AudioFormat]

  /// Connects the call's audio to the port; the host may do so before the call is active and until after its end.
  ///
  /// - Returns: A ``StreamTask`` that runs every 20 ms until ``detach(_:)``; nil when a thread of the transport serves the port, which must
  ///   release it before ``detach(_:)`` returns.
  /// - Throws: The reason for a failure.
  func attach(_ call: Call, _ port: AudioPort) throws(TransportError) -> MediaTask?

  /// Disconnects the call's audio: the task runs no more, and the rings are gone when this returns.
  ///
  /// Called once for each attach, also after the call's end, and before ``Transport/reset()``.
  func detach(_ call: Call)

  /// Called when the user begins (true) or stops hearing and speaking on this line.
  func audioActive(_ active: Bool)
}

extension AudioTransport {
  /// Does nothing.
  public func detach(_ call: Call) {}
  /// Does nothing.
  public func audioActive(_ active: Bool) {}
}
