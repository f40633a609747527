/// An instance on an event loop.
protocol LoopResident: AnyObject, Sendable {
  /// True while functions posted for it may still run.
  var isAlive: Bool { get }
  /// Performs an order. [loop]
  func perform(_ order: TransportOrder)
  /// Answers a request for a secret. [loop]
  func answer(_ request: SecretRequest)
  /// Passes on the messages of this turn. [loop]
  func flush()
  /// Ends the instance because the loop's thread is lost; called on the watchdog's thread.
  func abandon(_ loss: TransportLoss)
}
