internal import Hookswitch
internal import TransportLoader

/// A provider of the demo, whose transport can die as in a crash.
///
/// In a process of its own, the process is killed. Inside, where a real crash would end the demo, its instance is removed instead.
struct DemoProvider: Sendable {
  let id: ProviderID
  private let transport: LoadedTransport
  private let delegate: TransportProviderDelegate
  private let provider: Provider

  /// Adds a provider to the host.
  init(_ name: String, _ transport: LoadedTransport, configuration: String, host: CallHost) throws(HostError) {
    let delegate = TransportProviderDelegate(transport, configuration: configuration)
    id = ProviderID(rawValue: name)
    (self.transport, self.delegate) = (transport, delegate)
    provider = try host.register(
      id, TransportProviderDelegate.providerConfiguration(for: transport), delegate, queue: nil, isReady: false, isDirect: true,
      restart: { _ in delegate.restart() }, close: { completion in delegate.close(completion: completion) })
  }

  /// Ends the transport without the host's help, and returns a description of the deed.
  ///
  /// The host reacts as to any loss: it ends the calls, waits, and starts a new instance.
  func lose() -> String {
    let pid = transport.runnerPID
    if transport.killRunner(), let pid { return "(kill -9 \(pid), the process of \(id.rawValue))" }
    // It reports the loss to the host first, as a host notices a crash; the instance then drops its calls without reports and closes.
    provider.reportLost(TransportError(domain: "demo", message: "the demo removed its instance"))
    delegate.providerDidReset(provider)
    delegate.close()
    return "(\(id.rawValue) is removed)"
  }
}
