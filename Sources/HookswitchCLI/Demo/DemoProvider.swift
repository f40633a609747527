internal import Hookswitch
internal import TransportLoader

/// A provider of the demo, with a hold on its instance: so that it can be taken away as a crash would.
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

  /// Takes the instance away from under the host.
  ///
  /// The host is told first, as it would notice a crash first; the instance forgets its calls without a word and goes. What follows (the
  /// calls' ends, the pause, a new instance) is what a host does after any loss.
  func lose() {
    provider.reportLost(TransportError(domain: "demo", message: "its instance was taken away"))
    delegate.providerDidReset(provider)
    delegate.close()
  }
}
