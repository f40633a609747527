/// Whoever lives on an event loop.
protocol LoopResident: AnyObject, Sendable {
  /// Whether functions that were posted for it may still run.
  var isAlive: Bool { get }
  /// Does what was asked of it. [loop]
  func perform(_ order: TransportOrder)
  /// Answers whoever waits for a secret. [loop]
  func answer(_ request: SecretRequest)
  /// Passes on what was said in this turn. [loop]
  func flush()
  /// The loop's thread is lost; called on the watchdog's.
  func abandon(_ loss: TransportLoss)
}
