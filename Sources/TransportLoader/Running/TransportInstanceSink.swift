/// The receiver of an instance's messages.
public protocol TransportInstanceSink: AnyObject, Sendable {
  /// Receives the messages of one turn of the instance's loop, in order.
  ///
  /// Called on the loop's thread (after a time-out on the watchdog's), one call at a time, under no lock. It may send requests to the
  /// instance, but must not wait for it.
  func receive(_ words: [TransportWord], from instance: TransportInstance)
}
