import Hookswitch

/// A telephone line beside the app's own network: a transport that the host loads, on the same line, so that holds cross from one to the other.
enum PhoneLine {
  static let provider: ProviderID = "phone"
  /// The transport; its number answers at once.
  static let transport = "org.hookswitch.loopback"
  static let number = "5550100"

  /// Adds the line.
  ///
  /// - Throws: `HostError` when the transport is not installed.
  static func add(to host: CallHost) throws(HostError) { try host.addProvider(provider, fromTransport: transport) }

  static var request: StartCallRequest {
    StartCallRequest(handle: Handle(type: .phoneNumber, value: number), provider: provider)
  }
}
