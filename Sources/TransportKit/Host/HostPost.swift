internal import TransportABI

/// The host's `post`, the only function of the host that other threads call.
///
/// `@unchecked Sendable`: the ABI tags `post` [any], and both members are constants.
struct HostPost: @unchecked Sendable {
  let context: UnsafeMutableRawPointer?
  let function:
    (@convention(c) (UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void, UnsafeMutableRawPointer?) -> hsw_status)?

  /// Asks the host to run `body(argument)` on the loop; false if it never will.
  func callAsFunction(_ body: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ argument: UnsafeMutableRawPointer) -> Bool {
    guard let function else { return false }
    return function(context, body, argument) == HSW_OK
  }
}
