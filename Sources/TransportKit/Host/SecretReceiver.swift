internal import TransportABI

/// The receiver of a secret.
final class SecretReceiver {
  private let body: (String?) -> Void
  private let host: UnsafeMutableRawPointer

  init(_ body: @escaping (String?) -> Void, _ host: UnsafeMutableRawPointer) {
    self.body = body
    self.host = host
  }

  /// Passes the secret to the receiver.
  ///
  /// The host calls it once, on the loop, before destroy, so that the instance still exists.
  static func take(_ argument: UnsafeMutableRawPointer?, _ status: hsw_status, _ value: hsw_str) {
    guard let argument else { return }
    let receiver = Unmanaged<SecretReceiver>.fromOpaque(argument).takeRetainedValue()
    Host.at(receiver.host)?.turn = Turn()
    receiver.body(status == HSW_OK ? try? text(value) : nil)
    Host.at(receiver.host)?.turn = Turn()
  }
}
