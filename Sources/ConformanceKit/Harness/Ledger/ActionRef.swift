internal import TransportABI

/// An action that was asked of the plugin, and what the function answered.
struct ActionRef: Hashable, Sendable {
  let id: UInt64
  /// The function, as in `calls.start`.
  let function: String
  /// What it returned.
  let status: hsw_status
}
