/// A transport that carries sound: `org.hookswitch.audio/1`.
///
/// The host lends each call a port of two rings, and once every 20 ms runs what the transport has left with the port, on a real-time thread. That is a
/// ``MediaStream``: a value without references, so that nothing in it can allocate, lock or count by accident. Read <doc:Audio>.
public protocol AudioTransport: Transport {
  /// The formats that the call's sound can have, the best first.
  ///
  /// - Returns: None if this call has no sound.
  func audioFormats(of call: Call) -> [AudioFormat]

  /// Connect the call's sound to the port, from before it is up until after it is over, as the host likes.
  ///
  /// - Returns: What serves the port, once every 20 ms, until ``detach(_:)``: a ``StreamTask``. Nil when a thread of the transport's own does, which then
  ///   must have let go of the port before ``detach(_:)`` returns.
  /// - Throws: Why it cannot be.
  func attach(_ call: Call, _ port: AudioPort) throws(TransportError) -> MediaTask?

  /// Disconnect it: the task runs no more, and the rings are gone when this returns.
  ///
  /// Comes once for each attach, also for a call that is over, and before ``Transport/reset()``.
  func detach(_ call: Call)

  /// Whether the person hears and speaks to this line's calls from now on.
  func audioActive(_ active: Bool)
}

extension AudioTransport {
  /// Nothing to do.
  public func detach(_ call: Call) {}
  /// Nothing to do.
  public func audioActive(_ active: Bool) {}
}
