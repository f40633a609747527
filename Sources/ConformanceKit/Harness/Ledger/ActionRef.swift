internal import TransportABI

/// An action that the host requested, and the status that the plugin function returned.
struct ActionRef: Hashable, Sendable {
  let id: UInt64
  /// The function, as in `calls.start`.
  let function: String
  /// The status that it returned.
  let status: hsw_status
}
