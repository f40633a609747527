import Dispatch
import Hookswitch
import Locking
import TransportLoader

/// The places where a measured transport runs.
enum Place: String, CaseIterable {
  case inside
  case process

  /// The shipped Loopback at this place.
  func loopback() throws -> LoadedTransport {
    let id = "org.hookswitch.loopback"
    var catalog = TransportCatalog(searching: .standard())
    catalog.meet(.standard(), only: id)
    guard let candidate = catalog.usable(id: id) else { throw TrafficError("\(id) is not found") }
    return try self == .inside ? LoadedTransport(candidate) : LoadedTransport(isolating: candidate)
  }
}

/// An instance of Loopback at one of the places, without a host: each function waits for the report that it causes.
final class BenchInstance: Sendable {
  private final class Reports: TransportInstanceSink {
    let ready = DispatchSemaphore(value: 0)
    let active = DispatchSemaphore(value: 0)
    let completed = DispatchSemaphore(value: 0)
    let closed = DispatchSemaphore(value: 0)

    func receive(_ words: [TransportWord], from instance: TransportInstance) {
      for word in words {
        switch word {
        case .line(.ready, _, _): ready.signal()
        case .progress(_, .active, _, _): active.signal()
        case .completed(let action, _): if case .sink = action.requester { completed.signal() }
        case .closed, .lost: closed.signal()
        default: break
        }
      }
    }
  }

  let instance: TransportInstance
  private let reports = Reports()

  /// Starts an instance, and returns when its line is ready.
  init(_ transport: LoadedTransport) throws {
    instance = try TransportInstance(transport, sink: reports)
    instance.begin()
    try Self.wait(reports.ready, "Loopback's line")
  }

  /// Starts a call to a far end that answers and echoes.
  func call() throws -> CallHandle {
    var info = TransportCallInfo()
    (info.handleKind, info.handle) = ("tel", "5550100")
    let (_, call) = instance.request(.start(to: info), deadlineMilliseconds: 5_000)
    try Self.wait(reports.completed, "a start")
    try Self.wait(reports.active, "the far end")
    return call
  }

  /// Mutes a call, or unmutes it, and returns when the transport has done so.
  func setMuted(_ call: CallHandle, _ isMuted: Bool) throws {
    instance.request(.setMuted(isMuted), of: call, deadlineMilliseconds: 5_000)
    try Self.wait(reports.completed, "a mute")
  }

  /// Connects a call's audio.
  func attach(_ call: CallHandle, _ format: TransportAudioFormat, _ rings: TransportRings) throws {
    let fault = Locked<TransportFault?>(nil)
    let done = DispatchSemaphore(value: 0)
    instance.attach(call, format, rings) { answer in
      fault.withLock { $0 = answer }
      done.signal()
    }
    try Self.wait(done, "the audio of a call")
    if let fault = fault.withLock({ $0 }) { throw TrafficError("the audio of a call was refused: \(fault)") }
  }

  func close() throws {
    instance.close()
    try Self.wait(reports.closed, "Loopback's end")
  }

  private static func wait(_ semaphore: DispatchSemaphore, _ what: String) throws {
    guard semaphore.wait(timeout: .now() + 10) == .success else { throw TrafficError("\(what) took more than 10 s") }
  }
}
