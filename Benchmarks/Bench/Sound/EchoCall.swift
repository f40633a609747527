import CallAudio
import Dispatch
import Locking
import TransportLoader

/// A call through the shipped Loopback to a number that answers and echoes, with the engine's rings as its audio.
final class EchoCall: Sendable {
  /// Signals when the instance is ready, the call is active, and the instance is closed.
  private final class Ears: TransportInstanceSink {
    let isReady = DispatchSemaphore(value: 0)
    let isAnswered = DispatchSemaphore(value: 0)
    let isClosed = DispatchSemaphore(value: 0)

    func receive(_ words: [TransportWord], from instance: TransportInstance) {
      for word in words {
        switch word {
        case .line(.ready, _, _): isReady.signal()
        case .progress(_, .active, _, _): isAnswered.signal()
        case .closed: isClosed.signal()
        default: break
        }
      }
    }
  }

  let leg: AudioLeg
  let clock: MediaClock
  private let ears = Ears()
  private let instance: TransportInstance

  /// Starts the call, and returns when the far end has answered and audio is attached.
  init(_ engine: AudioEngine, rate: AudioRate) throws {
    guard let candidate = TransportCatalog().usable(id: "org.hookswitch.loopback"), let format = TransportAudioFormat(rate: rate.rawValue)
    else {
      throw TrafficError("org.hookswitch.loopback is not found")
    }
    instance = try TransportInstance(LoadedTransport(candidate), sink: ears)
    leg = try engine.makeLeg(rate)
    instance.begin()
    try Self.wait(ears.isReady, "Loopback's line")
    instance.setAudioActive(true)
    var info = TransportCallInfo()
    info.handleKind = "tel"
    info.handle = "5550100"
    let (_, call) = instance.request(.start(to: info), deadlineMilliseconds: 1_000)
    try Self.wait(ears.isAnswered, "the far end")
    let attached = DispatchSemaphore(value: 0)
    let fault = Locked<TransportFault?>(nil)
    instance.attach(call, format, TransportRings(toNet: leg.toNet.table, fromNet: leg.fromNet.table)) { answer in
      fault.withLock { $0 = answer }
      attached.signal()
    }
    try Self.wait(attached, "the audio")
    if let fault = fault.withLock({ $0 }) { throw TrafficError("Loopback does not accept audio: \(fault)") }
    guard let clock = instance.mediaClock else { throw TrafficError("Loopback does not request a clock") }
    self.clock = MediaClock(clock.function, context: clock.context, keeping: instance)
  }

  /// Ends the call; its leg may be released afterwards.
  func close() throws {
    instance.close()
    try Self.wait(ears.isClosed, "Loopback's end")
  }

  private static func wait(_ semaphore: DispatchSemaphore, _ what: String) throws {
    guard semaphore.wait(timeout: .now() + 5) == .success else { throw TrafficError("\(what) took more than 5 s") }
  }
}
