/// The time that a report of the plugin gave.
package struct Stamp: Hashable, Sendable {
  /// The host function, as in `report_state`.
  package let function: String
  /// The time that it gave, in nanoseconds.
  package let time: UInt64
  /// The host's time when it arrived.
  package let arrival: UInt64
}
