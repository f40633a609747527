internal import CallAudio
internal import CallControl
internal import Dispatch
internal import HookswitchCore
internal import Locking

/// Makes what the audio director wants: asks carriers, opens devices, plays scenes.
///
/// **One lane: whoever has something to tell puts it into the box and goes; the lane lets the director hear one input after the other and does
/// what it wants, with no lock held while anybody is called.** So inputs of a line stay in order, providers are told in order, and neither a
/// caller nor a provider ever waits for a device.
final class AudioConsole: Sendable {
  /// What is behind the console's lock, which is held for moments: the director, and the names of everything in hand.
  struct Desk: Sendable {
    var director = AudioDirector()
    var carriers: [ProviderID: CarrierLane] = [:]
    var legs: [CallID: HeldLeg] = [:]
    var seats: [LineID: AudioSeat?] = [:]
    var tracks: [LineID: SoundTrack] = [:]
    var taps: [RecordingID: LiveRecording] = [:]
    var recordingCount: RecordingID = 0
    /// What owners were told of the way that sound takes.
    var told: [LineID: [ProviderID: AudioSession]] = [:]
    /// How many lines each provider has the audio of.
    var active: [ProviderID: Int] = [:]
    var inbox: [AudioInput] = []
    /// Whether the audio thread was asked to run.
    var isRunning = false
    /// How often it was moved on by hand.
    var ticks: UInt64 = 0
    /// Scenes that the engine would not play, which should never be.
    var faults: UInt64 = 0
  }

  let engine = AudioEngine()
  let recorder = CallRecorder()
  let settings: AudioSettings
  let desk = Locked(Desk())
  private let clock: any HostClock
  private let activity: Activity
  private let lane = DispatchQueue(label: "hookswitch.audio", qos: .userInitiated)
  let threadLane = DispatchQueue(label: "hookswitch.audio.thread", qos: .userInitiated)
  private let core = Locked<CoreReference>(CoreReference())

  /// The host, which owns the console.
  private struct CoreReference {
    weak var core: HostCore?
  }

  init(_ settings: AudioSettings, clock: any HostClock, activity: Activity) {
    self.settings = settings
    self.clock = clock
    self.activity = activity
  }

  /// Ties the console to its host.
  func serve(_ host: HostCore) {
    core.withLock { $0.core = host }
    engine.whenClockHangs { [weak self] clock in self?.lose(clock) }
    host.observers.add(self, line: nil)
  }

  /// The host, while it lives.
  var host: HostCore? { core.withLock { $0.core } }

  /// The time on the host's clock.
  var now: Instant { clock.now }

  /// Lets the carrier know whose clock hangs.
  private func lose(_ clock: MediaClock) {
    let carriers = desk.withLock { Array($0.carriers.values) }
    carriers.first { $0.clock?.context == clock.context }?.clockHangs()
  }

  /// The rings of a call that is connected.
  func leg(of call: CallID) -> AudioLeg? { desk.withLock { $0.legs[call]?.leg } }

  /// Takes something that the director is to hear, from any thread.
  func take(_ input: AudioInput) {
    activity.enter()
    let isFirst = desk.withLock { desk in
      let isFirst = desk.inbox.isEmpty
      desk.inbox.append(input)
      return isFirst
    }
    guard isFirst else { return activity.leave() }
    lane.async { [self] in
      drain()
      activity.leave()
    }
  }

  /// Does something on the lane, behind all that was told before.
  func onLane(_ body: @escaping @Sendable () -> Void) {
    activity.enter()
    lane.async { [activity] in
      body()
      activity.leave()
    }
  }

  /// Moves everything on by one frame, where nobody else does; each is 20 ms after the one before, however fast they come.
  func tick() {
    guard settings.clock == .manual else { return }
    for device in desk.withLock({ $0.seats.values.compactMap { seat in seat?.port == nil ? nil : seat?.device } }) { device.pump() }
    engine.tick(
      at: desk.withLock { desk in
        desk.ticks += 1
        return desk.ticks * 20_000_000
      })
  }

  /// Stops everything: recordings are finished, devices closed.
  func close() {
    recorder.close()
    threadLane.async { [engine] in engine.stop() }
    for device in desk.withLock({ $0.seats.values.compactMap { $0?.device } }) { device.close() }
  }

  private func drain() {
    let inputs = desk.withLock { desk in
      defer { desk.inbox = [] }
      return desk.inbox
    }
    for input in inputs {
      switch input {
      case .line(let snapshot, _): seat(snapshot.line)
      case .activated(_, let line, _): seat(line)
      default: break
      }
      perform(desk.withLock { $0.director.receive(input, at: clock.now) })
    }
    perform(desk.withLock { $0.director.settle() })
  }
}

extension AudioConsole: ChangeReceiver {
  func take(_ change: LineChange) {
    take(.line(change.snapshot, ended: change.changed.filter(\.hasEnded)))
  }
}
