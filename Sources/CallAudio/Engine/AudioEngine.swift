internal import CMediaThread
internal import Locking

/// Mixes the audio of all calls: one tick every 20 ms, on the engine's thread or by hand.
///
/// All functions but `tick` belong to the control side: any thread may call them, and they never wait for the audio thread's ticks. A host
/// creates legs and device ports, hands their rings to transports and devices, and sets with `apply` who hears whom. The engine frees
/// released memory only when no tick can touch it.
public final class AudioEngine: Sendable {
  /// The priority of the audio thread, where the system grants real time.
  package static let priority = MediaThread.priority

  private let desk = MixingDesk()
  private let control: Locked<EngineControl>
  private let thread: MediaThread
  private let hangs = LockedFunction<@Sendable (MediaClock) -> Void>()

  /// Creates a stopped engine.
  public convenience init() { self.init(threads: MediaThread.Threads()) }

  init(threads: MediaThread.Threads) {
    control = Locked(EngineControl())
    thread = MediaThread(threads: threads)
    thread.whenClockHangs { [weak self] clock in self?.lose(clock.context) }
  }

  /// Stops the audio thread, if it runs.
  deinit { stop() }

  // MARK: The thread

  /// Starts the audio thread; does nothing while it runs.
  ///
  /// Waits for the system: where the kernel grants no real time, for rtkit, up to 30 s if its bus does not answer. Ticks run meanwhile.
  ///
  /// - Parameter wantsRealTime: True to request real-time scheduling.
  /// - Returns: The scheduling that the system granted.
  @discardableResult
  public func start(wantsRealTime: Bool = true) throws(AudioEngineError) -> AudioScheduling {
    try thread.start(desk, wantsRealTime: wantsRealTime)
  }

  /// Stops the audio thread and waits for the last tick.
  ///
  /// Does nothing while the thread does not run. Do not call it from a tick.
  public func stop() {
    thread.stop()
    control.withLock { $0.reap(desk) }
  }

  /// The time of one of the engine's ticks, in nanoseconds of CLOCK_MONOTONIC; all others are multiples of 20 ms away.
  package var grid: UInt64 { desk.origin }

  /// The present time, in nanoseconds of CLOCK_MONOTONIC.
  package var now: UInt64 { hookswitch_monotonic_ns() }

  /// The audio thread's scheduling; nil while there is no thread.
  public var scheduling: AudioScheduling? { thread.scheduling }

  /// Sets the listener for a clock that has not returned for three ticks.
  ///
  /// The engine never calls that clock again and continues on another thread. Memory that the clock may touch is never freed. The listener
  /// is called once for each such clock, on a thread of the engine, and must not wait.
  public func whenClockHangs(_ listener: @escaping @Sendable (MediaClock) -> Void) {
    hangs.set(listener)
  }

  private func lose(_ context: UnsafeMutableRawPointer?) {
    let clock = control.withLock { $0.lose(context, desk) }
    if let clock { hangs.value?(clock) }
  }

  // MARK: Rings

  /// Creates two empty rings for a call at `rate`.
  public func makeLeg(_ rate: AudioRate) throws(AudioEngineError) -> AudioLeg {
    try makeLeg(rate, in: nil)
  }

  /// Creates two empty rings for a call at `rate` in memory that the call's transport shares from its own process.
  package func makeLeg(_ rate: AudioRate, in memory: (any RingMemory)?) throws(AudioEngineError) -> AudioLeg {
    try control.withLock { (control) throws(AudioEngineError) in try control.makeLeg(rate, in: memory, desk) }
  }

  /// Releases a leg, and removes it from the present scene.
  ///
  /// Its transport must have let go of the rings before.
  public func release(_ leg: AudioLeg) {
    control.withLock { $0.release(leg, desk) }
  }

  /// Creates two empty rings for a device, at 48 kHz.
  public func makeDevicePort() throws(AudioEngineError) -> DevicePort {
    try control.withLock { (control) throws(AudioEngineError) in DevicePort(try control.makeLeg(.fullband, in: nil, desk)) }
  }

  /// Releases a device's rings, and removes them from the present scene.
  ///
  /// Close the device before.
  public func release(_ port: DevicePort) { release(port.asLeg) }

  /// Creates an empty ring for a recording at `rate`.
  public func makeTap(_ rate: AudioRate) throws(AudioEngineError) -> RecordingTap {
    try control.withLock { (control) throws(AudioEngineError) in try control.makeTap(rate) }
  }

  /// Releases a tap, and removes it from the present scene.
  ///
  /// The recorder must no longer read it.
  public func release(_ tap: RecordingTap) {
    control.withLock { $0.release(tap, desk) }
  }

  // MARK: Scenes

  /// Makes `scene` the work of the next tick; on a fault the present scene stays unchanged.
  public func apply(_ scene: MixScene) throws(SceneFault) {
    try control.withLock { (control) throws(SceneFault) in try control.apply(scene, desk) }
  }

  /// The last applied scene, without legs and taps released since.
  public var scene: MixScene { control.withLock { $0.scene } }

  // MARK: Ticks

  /// Runs one tick on the calling thread, for tests and virtual time, while the engine is stopped.
  ///
  /// - Parameter time: The time for transports and frames, in nanoseconds; nil for now.
  /// - Returns: False if another tick runs concurrently.
  @discardableResult
  public func tick(at time: UInt64? = nil) -> Bool {
    desk.tick(at: time ?? hookswitch_monotonic_ns())
  }

  // MARK: Figures

  /// The engine's counters.
  public var counters: EngineCounters {
    control.withLock { control in
      control.reap(desk)
      return EngineCounters(desk.figures, control.census())
    }
  }

  /// Returns the frame counters of a leg; nil after its release.
  public func counters(of leg: AudioLeg) -> LegCounters? { control.withLock { $0.has(leg) ? leg.counters : nil } }

  /// Returns the frame counters of a device; nil after its release.
  public func counters(of port: DevicePort) -> LegCounters? { counters(of: port.asLeg) }

  /// Returns the level of the last frame from the leg's far end; nil after its release.
  public func level(of leg: AudioLeg) -> AudioLevel? { control.withLock { $0.has(leg) ? leg.level : nil } }

  /// Returns the level of the last frame from the microphone; nil after its release.
  public func level(of port: DevicePort) -> AudioLevel? { level(of: port.asLeg) }
}
