import TransportABI
import TransportKit

/// A minimal transport.
final class Bare: Transport {
  static let descriptor = TransportDescriptor(id: "org.example.bare", name: "Bare", version: "1.0")

  init(host: Host, configuration: Configuration) throws(TransportError) {}
  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome { .done }
  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome { .done }
  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome { .done }
}

/// The entry of the tests' own transports.
func answerProbes(_ query: UnsafeMutablePointer<hsw_query>?) -> hsw_status {
  TransportPlugin.answer(query, with: Probe.self, Bare.self, Echo.self, EchoProbe.self, Mover.self, ThreadTests.Open.self)
}
