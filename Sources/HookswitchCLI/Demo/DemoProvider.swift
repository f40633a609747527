internal import Hookswitch
internal import TransportLoader

/// A provider of the demo, which can remove its instance as a crash would.
struct DemoProvider: Sendable {
  let id: ProviderID
  let delegate: TransportProviderDelegate
  let provider: Provider

  /// Adds a provider to the host.
  init(_ name: String, _ transport: LoadedTransport, configuration: String, host: CallHost) throws(HostError) {
    let delegate = TransportProviderDelegate(transport, configuration: configuration)
    id = ProviderID(rawValue: name)
    self.delegate = delegate
    provider = try host.register(
      id, TransportProviderDelegate.providerConfiguration(for: transport), delegate, queue: nil, isReady: false, isDirect: true,
      restart: { _ in delegate.restart() }, close: { completion in delegate.close(completion: completion) })
  }

  /// Removes the instance without the host's help.
  ///
  /// It reports the loss to the host first, as a host notices a crash; the instance then drops its calls without reports and closes. The
  /// host reacts as to any loss: it ends the calls, waits, and starts a new instance.
  func lose() {
    provider.reportLost(TransportError(domain: "demo", message: "the demo removed its instance"))
    delegate.providerDidReset(provider)
    delegate.close()
  }
}
