internal import TransportABI

/// A plugin's request for a secret.
struct SecretRequest {
  typealias Callback = @convention(c) (UnsafeMutableRawPointer?, hsw_status, hsw_str) -> Void

  let name: String
  let callback: Callback
  let argument: UnsafeMutableRawPointer?
}
