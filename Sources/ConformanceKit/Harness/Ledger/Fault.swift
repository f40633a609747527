internal import TransportABI

/// A plugin's error, copied.
struct Fault: Hashable, Sendable {
  var code: hsw_status
  var native: Int32 = 0
  var cause: UInt32 = 0
  var domain = ""
  var message = ""
}
