import TransportABI
import TransportKit

/// A transport whose calls echo their audio, and that records the host's requests.
final class EchoProbe: Transport, AudioTransport, HoldingTransport, DiagnosableTransport {
  static let descriptor = TransportDescriptor(id: "org.example.echo-probe", name: "Echo probe", version: "1")

  /// The stream of a call.
  struct Stream: MediaStream {
    struct Orders { var isHeld = false }
    struct Report { var frames = 0, lastTime: UInt64 = 0 }

    mutating func frame(_ port: AudioPort, _ orders: Orders, _ report: inout Report, at time: UInt64) {
      report.lastTime = time
      guard !orders.isHeld, port.toNet.count > 0 else { return }
      if port.fromNet.copy(from: port.toNet) { report.frames += 1 }
    }
  }

  let host: Host
  var log: [String] = []
  var tasks: [Call: StreamTask<Stream>] = [:]
  var formats: [AudioFormat] = [.wideband, .narrowband]
  /// True when a thread of its own serves the rings, as in transports with their own media engine.
  var hasOwnThread = false

  init(host: Host, configuration: Configuration) throws(TransportError) { self.host = host }
  func start(_ call: Call, to: CallInfo, action: Action) throws(TransportError) -> Outcome {
    if to.handle == "many" { formats = (1...40).map { AudioFormat(rate: 1000 * $0) } }
    hasOwnThread = to.handle == "own"
    return .done
  }
  func deactivate() -> Outcome {
    log.append("deactivate")
    return .done
  }
  func answer(_ call: Call, action: Action) throws(TransportError) -> Outcome { .done }
  func end(_ call: Call, why: EndWhy, action: Action) throws(TransportError) -> Outcome { .done }
  func reset() { log.append("reset") }
  func close() { log.append("close") }

  func setHeld(_ call: Call, _ held: Bool, action: Action) throws(TransportError) -> Outcome {
    tasks[call]?.tell(Stream.Orders(isHeld: held))
    return .done
  }

  func audioFormats(of call: Call) -> [AudioFormat] { formats }
  func audioActive(_ active: Bool) { log.append("active \(active)") }

  func attach(_ call: Call, _ port: AudioPort) throws(TransportError) -> MediaTask? {
    log.append("attach \(port.format.rate)")
    if port.format == .wideband { throw TransportError(.busy) }
    if hasOwnThread { return nil }
    let task = StreamTask(Stream(), orders: Stream.Orders(), report: Stream.Report())
    tasks[call] = task
    return task
  }

  func detach(_ call: Call) {
    log.append("detach after \(tasks.removeValue(forKey: call)?.report.frames ?? -1)")
  }

  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String {
    if level == 1, let call { host.report(call, .active) }
    defer { log = [] }
    return log.joined(separator: ", ")
  }
}
