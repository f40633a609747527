internal import TransportKit

/// An accepted transfer request that waits for the host's call.
struct GrantedTransfer {
  /// The dialog that gets the reports.
  var referrer: UInt64
  var replaces: String
  /// The time-out of the wait for the call.
  var limit: Timer?
}
