internal import CMediaThread
internal import Locking

/// Mixes the audio of all calls: one tick every 20 ms, on a thread of its own or by hand.
///
/// Everything here but `tick` is the control side: any thread, short, never waiting for the audio thread. A host makes legs and device ports, hands
/// their rings to transports and devices, and says by `apply` who hears whom; what it gives back is kept until no tick can touch it any more.
public final class AudioEngine: Sendable {
  private let desk = MixingDesk()
  private let control: Locked<EngineControl>
  private let thread = MediaThread()
  private let hangs = Locked<@Sendable (MediaClock) -> Void>({ _ in })

  /// An engine that stands still.
  public init() {
    control = Locked(EngineControl())
    thread.whenClockHangs { [weak self] clock in self?.lose(clock.context) }
  }

  /// Ends the audio thread, if it still runs.
  deinit { stop() }

  // MARK: The thread

  /// Starts the audio thread; does nothing when it runs.
  ///
  /// Waits for the system: for rtkit, where the kernel gives no real time, half a minute at worst if its bus does not answer. Ticks run meanwhile.
  ///
  /// - Parameter wantsRealTime: whether to ask for more than a plain thread.
  /// - Returns: how the system treats the thread.
  @discardableResult
  public func start(wantsRealTime: Bool = true) throws(AudioEngineError) -> AudioScheduling {
    try thread.start(desk, wantsRealTime: wantsRealTime)
  }

  /// Ends the audio thread; comes back when no tick runs any more.
  ///
  /// Does nothing when it does not run. Never from a tick.
  public func stop() {
    thread.stop()
    control.withLock { $0.reap(desk) }
  }

  /// How the system treats the audio thread; nil while there is none.
  public var scheduling: AudioScheduling? { thread.scheduling }

  /// Names who hears of a clock that has not returned for three ticks.
  ///
  /// The engine calls such a clock never again, and goes on with another thread. Nothing that the clock may touch can be freed any more. The listener
  /// is called once for each clock, on a thread of the engine's, and must not wait.
  public func whenClockHangs(_ listener: @escaping @Sendable (MediaClock) -> Void) {
    hangs.withLock { $0 = listener }
  }

  private func lose(_ context: UnsafeMutableRawPointer?) {
    let clock = control.withLock { $0.lose(context, desk) }
    if let clock { hangs.withLock { $0 }(clock) }
  }

  // MARK: Rings

  /// Two empty rings for a call at `rate`.
  public func makeLeg(_ rate: AudioRate) throws(AudioEngineError) -> AudioLeg {
    try control.withLock { (control) throws(AudioEngineError) in try control.makeLeg(rate) }
  }

  /// Takes a leg back, out of the present scene too if it is there.
  ///
  /// Its transport must have let go of the rings before.
  public func release(_ leg: AudioLeg) {
    control.withLock { $0.release(leg, desk) }
  }

  /// Two empty rings for a device, at 48 kHz.
  public func makeDevicePort() throws(AudioEngineError) -> DevicePort {
    try control.withLock { (control) throws(AudioEngineError) in DevicePort(try control.makeLeg(.fullband)) }
  }

  /// Takes a device's rings back, out of the present scene too if they are there.
  ///
  /// The device must have been closed before.
  public func release(_ port: DevicePort) { release(port.asLeg) }

  /// An empty ring for a recording at `rate`.
  public func makeTap(_ rate: AudioRate) throws(AudioEngineError) -> RecordingTap {
    try control.withLock { (control) throws(AudioEngineError) in try control.makeTap(rate) }
  }

  /// Takes a tap back, out of the present scene too if it is there.
  ///
  /// The recorder must not read it any more.
  public func release(_ tap: RecordingTap) {
    control.withLock { $0.release(tap, desk) }
  }

  // MARK: Scenes

  /// Lets `scene` be what the next tick does, as a whole or (with a fault) not at all.
  public func apply(_ scene: MixScene) throws(SceneFault) {
    try control.withLock { (control) throws(SceneFault) in try control.apply(scene, desk) }
  }

  /// The scene that was applied last, without what was released since.
  public var scene: MixScene { control.withLock { $0.scene } }

  // MARK: Ticks

  /// Runs one tick on the calling thread: for tests and virtual time, while the engine is not started.
  /// - Parameter time: what transports and frames are told, in nanoseconds; nil: now.
  /// - Returns: whether it ran; not while another does.
  @discardableResult
  public func tick(at time: UInt64? = nil) -> Bool {
    desk.tick(at: time ?? hookswitch_monotonic_ns())
  }

  // MARK: Figures

  /// What the engine did so far.
  public var counters: EngineCounters {
    control.withLock { control in
      control.reap(desk)
      return EngineCounters(desk.figures, control.census())
    }
  }

  /// What became of a leg's frames; nil once it was released.
  public func counters(of leg: AudioLeg) -> LegCounters? { control.withLock { $0.has(leg) ? leg.counters : nil } }

  /// What became of a device's frames; nil once it was released.
  public func counters(of port: DevicePort) -> LegCounters? { counters(of: port.asLeg) }

  /// How loud the last frame from the leg's far end was; nil once it was released.
  public func level(of leg: AudioLeg) -> AudioLevel? { control.withLock { $0.has(leg) ? leg.level : nil } }

  /// How loud the last frame from the microphone was; nil once it was released.
  public func level(of port: DevicePort) -> AudioLevel? { level(of: port.asLeg) }
}
