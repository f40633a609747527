internal import TransportKit

/// A wish that was granted: what the call to be made is told by.
struct GrantedTransfer {
  /// The dialog that hears how it goes.
  var referrer: UInt64
  var replaces: String
  /// Until when the call is to be begun.
  var limit: Timer?
}
