import CallControl
import Dispatch
import Hookswitch
import TransportLoader

/// One load of one transport, in a process that has loaded nothing before.
struct ColdLoad {
  private let transport: String

  init(_ transport: String) {
    self.transport = transport
  }

  /// Returns the time from loading the library to the provider's readiness, without the search for the library.
  func milliseconds() throws -> Double {
    guard let candidate = TransportCatalog().usable(id: transport) else { throw TrafficError("\(transport) is not found") }
    let host = CallHost()
    let isReady = DispatchSemaphore(value: 0)
    let listener = DirectListener(host) { event in
      if case .provider(_, .ready) = event.body { isReady.signal() }
    }
    defer { listener.stop(host) }
    let start = Stopwatch.nanoseconds
    try host.addProvider("cold", transport: LoadedTransport(candidate))
    guard isReady.wait(timeout: .now() + 5) == .success else { throw TrafficError("\(transport) was not ready within 5 s") }
    return Double(Stopwatch.nanoseconds - start) / 1e6
  }
}
