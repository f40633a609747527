internal import CallAudio
internal import CallControl
internal import Dispatch
internal import HookswitchCore
internal import Locking

/// Carries out the audio director's effects: calls carriers, opens devices, applies scenes.
///
/// Every input goes into one inbox, from any thread. A single lane passes the inputs to the director one by one and performs the effects,
/// and holds no lock while it calls out. Inputs of a line thus stay in order, providers get their reports in order, and neither a caller
/// nor a provider ever waits for a device.
final class AudioConsole: Sendable {
  /// The state behind the console's lock, which is held briefly: the director, and every object in use.
  struct Desk: Sendable {
    var director = AudioDirector()
    var carriers: [ProviderID: CarrierLane] = [:]
    var legs: [CallID: HeldLeg] = [:]
    var seats: [LineID: AudioSeat?] = [:]
    var tracks: [LineID: SoundTrack] = [:]
    /// The lines whose devices come from earlier settings, and are taken anew once they are closed.
    var outdated: Set<LineID> = []
    var taps: [RecordingID: LiveRecording] = [:]
    var recordingCount: RecordingID = 0
    /// The sessions last reported to the owners.
    var told: [LineID: [ProviderID: AudioSession]] = [:]
    /// The number of lines whose audio each provider owns.
    var active: [ProviderID: Int] = [:]
    /// The attached programs, and their rings.
    var programs: [Int64: LiveProgram] = [:] { didSet { attachments = nil } }
    /// The attachments of `programs`, from their first use to the next change.
    private var attachments: [AudioAttachment]?
    var programCount: Int64 = 0
    /// Taps of listening programs that the next scene no longer contains.
    var oldTaps: [RecordingTap] = []
    /// True after `close`.
    var isClosed = false
    var inbox: [AudioInput] = []
    /// True while the audio thread is wanted.
    var isRunning = false
    var ticks: UInt64 = 0
    /// The scenes that the engine refused; always 0 in a correct program.
    var faults: UInt64 = 0

    /// Returns the attachments; after each tick their thread touches nothing else of the programs.
    mutating func turningAttachments() -> [AudioAttachment] {
      let present = attachments ?? programs.values.map(\.attachment)
      attachments = present
      return present
    }
  }

  let engine = AudioEngine()
  let recorder = CallRecorder()
  /// The source of ticks, which never changes.
  let tickSource: AudioSettings.Clock
  private let changeable: Locked<AudioSettings>
  let desk = Locked(Desk())
  private let clock: any HostClock
  private let activity: Activity
  private let lane = DispatchQueue(label: "hookswitch.audio", qos: .userInitiated)
  let threadLane = DispatchQueue(label: "hookswitch.audio.thread", qos: .userInitiated)
  /// The thread that moves the programs' frames, once there was a program.
  let programThread = Locked<ProgramThread?>(nil)
  private let core = Locked<CoreReference>(CoreReference())

  /// A weak reference to the host, which owns the console.
  private struct CoreReference {
    weak var core: HostCore?
  }

  init(_ settings: AudioSettings, clock: any HostClock, activity: Activity) {
    tickSource = settings.clock
    changeable = Locked(settings)
    self.clock = clock
    self.activity = activity
  }

  /// The settings in force.
  var settings: AudioSettings { changeable.withLock { $0 } }

  /// Takes new devices and sounds: sounds at once, and the device of a line when it is closed.
  func change(_ settings: AudioSettings) {
    onLane { [self] in
      changeable.withLock { $0 = settings }
      desk.withLock { desk in
        desk.tracks = [:]
        for (line, seat) in desk.seats where seat?.port == nil { desk.seats[line] = nil }
        desk.outdated = Set(desk.seats.keys)
      }
      play()
    }
  }

  /// Connects the console to its host.
  func serve(_ host: HostCore) {
    core.withLock { $0.core = host }
    engine.whenClockHangs { [weak self] clock in self?.lose(clock) }
    host.observers.add(self, of: .changes)
  }

  /// The host, while it exists.
  var host: HostCore? { core.withLock { $0.core } }

  var now: Instant { clock.now }

  /// Reports a hung clock to its carrier.
  private func lose(_ clock: MediaClock) {
    let carriers = desk.withLock { Array($0.carriers.values) }
    carriers.first { $0.clock?.context == clock.context }?.clockHangs()
  }

  /// Returns the rings of a connected call.
  func leg(of call: CallID) -> AudioLeg? { desk.withLock { $0.legs[call]?.leg } }

  /// Queues an input for the director, from any thread.
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

  /// Runs `body` on the lane, after all earlier inputs.
  func onLane(_ body: @escaping @Sendable () -> Void) {
    activity.enter()
    lane.async { [activity] in
      body()
      activity.leave()
    }
  }

  /// Advances the audio by one frame with the clock `manual`; ticks count as 20 ms apart at any pace.
  func tick() {
    guard tickSource == .manual else { return }
    for device in desk.withLock({ $0.seats.values.compactMap { seat in seat?.port == nil ? nil : seat?.device } }) { device.pump() }
    let time = desk.withLock { desk in
      desk.ticks += 1
      return desk.ticks * 20_000_000
    }
    engine.tick(at: time)
    _ = turnPrograms(at: time)
  }

  /// Completes all recordings, stops the engine and closes the devices.
  func close() {
    recorder.close()
    closePrograms()
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

extension AudioConsole: NewsReceiver {
  func take(_ news: HostNews) {
    guard case .change(let change) = news else { return }
    take(.line(change.snapshot, ended: change.changed.filter(\.hasEnded)))
  }
}

/// A line's device, and its port at the engine while it is open.
struct AudioSeat: Sendable {
  let device: any AudioDevice
  var port: DevicePort?
  var failure: AudioDeviceError?
}

/// A call's rings and the carrier that uses them; only this carrier can release them, even if another has its id by then.
struct HeldLeg: Sendable {
  let leg: AudioLeg
  let carrier: CarrierLane
}

/// The sound that a line's device plays, and its playback; the same sound continues when the scene around it changes.
struct SoundTrack: Sendable {
  let sound: LineSound
  let track: LoopTrack
}
