/// Who hears an instance's words.
public protocol TransportInstanceSink: AnyObject, Sendable {
  /// Takes what one turn of the instance's loop said, in order.
  ///
  /// Called on the loop's thread (a loss by lateness: on the watchdog's), one call at a time, under no lock. It may ask more of the
  /// instance; it must not wait for it.
  func receive(_ words: [TransportWord], from instance: TransportInstance)
}
