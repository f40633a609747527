internal import TransportKit

/// The transport of the documentation, verbatim: each number rings for a second, answers, and sends back the digits it hears.
final class Echo: Transport, HoldingTransport, DTMFTransport {
  static let descriptor = TransportDescriptor(id: "org.example.echo", name: "Echo", version: "1.0.0")
  let host: Host

  init(host: Host, configuration: Configuration) throws(TransportError) {
    self.host = host
  }

  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    guard to.handle.hasPrefix("555") else {
      throw TransportError(.failed, "\(to.handle) is not in service", cause: .unallocated)
    }
    host.report(call, .ringing)
    host.after(.seconds(1)) { [host] in host.report(call, .active) }
    return .done
  }

  func answer(_ call: Call, action: Action) -> Outcome { .done }
  func end(_ call: Call, why: EndWhy, action: Action) -> Outcome { .done }
  func setHeld(_ call: Call, _ held: Bool, action: Action) -> Outcome { .done }

  func play(_ digits: String, on call: Call, timing: DigitTiming, action: Action) -> Outcome {
    host.digits(call, digits)
    return .done
  }
}
