internal import Glibc
internal import RunnerChannel
internal import TransportABI

/// The state of a runner's supervision.
///
/// Confined to the loop's thread.
struct RunnerCare {
  /// The largest number of wakes in a second that bring nothing.
  static let mostEmptyWakes = 10_000
  /// The largest number of breaches of the contract in ten seconds.
  static let mostBreaches = 1000

  fileprivate static let second: UInt64 = 1_000_000_000

  /// The name of the runner's library, for its crash reports.
  let library: String
  /// The folder for crash reports; nil for none.
  let crashes: CrashFolder?
  /// The limit of the runner's memory in bytes; 0 for none.
  let memoryLimit: UInt64
  /// The time-out of a plugin function, in nanoseconds.
  fileprivate let patience: UInt64

  fileprivate var emptyWakes = RateLimit(mostEmptyWakes, within: second)
  fileprivate var wasEmpty = false
  fileprivate var breaches = RateLimit(mostBreaches, within: 10 * second)
  /// The last orders and words.
  var crossings = Crossings()
  /// The number of things that came from the runner.
  var heard: UInt64 = 0
  /// The fault that a test of the host has put in; nil otherwise.
  var flaw: HostFlaw?

  fileprivate var pulse: RunnerPulse
  fileprivate var media = MediaPulse()
  fileprivate var load = RunnerLoad()
  /// The number of things heard at the last look, and the time at which there was a new one.
  fileprivate var lastHeard: (count: UInt64, at: UInt64)
  /// The number of orders in the ring at the last look, and the time since which others have waited for room.
  fileprivate var lastWritten: (count: UInt64, since: UInt64?)
  /// The memory of the process in its last beat, in bytes.
  fileprivate var memory: UInt64 = 0
  /// The owner of the timers, which must not keep the link.
  fileprivate let timers = TimerOwner()
  fileprivate var timer: UInt64?
  fileprivate var ear: SocketEar?

  init(library: String, patienceMilliseconds: UInt32, memoryLimit: UInt64 = 0, crashes: CrashFolder? = nil) {
    let now = LoopClock.awake()
    self.library = library
    self.crashes = crashes
    self.memoryLimit = memoryLimit
    patience = UInt64(patienceMilliseconds) * 1_000_000
    pulse = RunnerPulse(patienceMilliseconds: patienceMilliseconds, at: now)
    lastHeard = (0, now)
    lastWritten = (0, nil)
  }

  fileprivate final class TimerOwner {}
}

/// Hears the socket of a runner: its end is the first sign of a process that has closed everything.
///
/// `@unchecked Sendable`: only the loop's thread uses the reference, and the descriptor is a constant.
private final class SocketEar: LoopSource, @unchecked Sendable {
  let descriptor: CInt
  private weak var link: RunnerLink?

  init(_ link: RunnerLink) {
    descriptor = link.socket.descriptor
    self.link = link
  }

  func run() { link?.hearSocket() }
  func endTurn() {}
  func abandon() {}
}

// The supervision of a runner, on the loop's thread.
extension RunnerLink {
  /// True while a call or an order is open.
  var isBusy: Bool { !tickets.isEmpty || proxies.values.contains { $0?.isBusy == true } }

  /// The number of orders that have gone into the ring.
  var takenOrders: (waiting: Int, written: UInt64) { (sender.queuedFrames, sender.written) }

  /// Begins to ask for beats and to hear the socket.
  func beginCare() {
    let ear = SocketEar(self)
    care.ear = ear
    loop.watch(ear)
    arm()
  }

  /// Ends that, with the link's own watch.
  func endCare() {
    loop.unwatch(self)
    if let ear = care.ear.take() { loop.unwatch(ear) }
    _ = loop.timers.removeAll(of: care.timers)
    care.timer = nil
  }

  /// Asks for a beat soon, because an order or a call is open.
  func tightenBeat() {
    if care.pulse.isRelaxed, care.pulse.tighten(at: LoopClock.awake()) { arm() }
  }

  /// Sets the timer for the next look.
  private func arm() {
    guard isUp else { return }
    if let timer = care.timer { _ = loop.timers.remove(timer, of: care.timers) }
    let now = LoopClock.awake()
    // The ring and the media thread are looked at each second while they matter.
    let isWatched = takenOrders.waiting > 0 || hasTicks
    let due = isWatched ? min(care.pulse.due, now + RunnerCare.second) : care.pulse.due
    care.timer = loop.timers.add(
      at: LoopClock.now() + (due - min(due, now)), period: 0, .run(care.timers, { [weak self] in self?.timeIsUp() }))
  }

  private var hasTicks: Bool { proxies.values.contains { $0?.hasTicks == true } }

  private func timeIsUp() {
    care.timer = nil
    // An answer that has come must not be missed.
    look(most: Self.turn.frames)
    guard isUp else { return }
    let now = LoopClock.awake()
    if care.heard != care.lastHeard.count { care.lastHeard = (care.heard, now) }
    if care.media.stands(memory.value(of: .mediaBeat), isWatched: hasTicks, at: now) { return fail(.silence, in: .tick) }
    guard takesOrders(at: now) else { return fail(.silence) }
    switch care.pulse.look(at: now, lastWord: care.lastHeard.at) {
    case .wait: break
    case .beat(let number): send(.beat, FrameAddress(instance: 0, other: number), EmptyBody())
    case .lost where care.flaw == .trustsTheSocket: break
    case .lost: return fail(.silence)
    }
    arm()
  }

  /// False when orders have waited for room longer than a plugin function may take.
  private func takesOrders(at now: UInt64) -> Bool {
    let (waiting, written) = takenOrders
    if waiting == 0 || written != care.lastWritten.count {
      care.lastWritten = (written, waiting == 0 ? nil : now)
      return true
    }
    guard let since = care.lastWritten.since else {
      care.lastWritten.since = now
      return true
    }
    return now - since <= care.patience
  }

  /// Takes the answer to a beat.
  func hearBeat(_ body: BeatBody, _ address: FrameAddress) throws(FrameFault) {
    let now = LoopClock.awake()
    guard address.instance == 0 else { throw .instance(address.instance) }
    guard care.pulse.answer(address.other, at: now, isBusy: isBusy) else { throw .ticket(address.other) }
    care.memory = body.memory
    for warning in care.load.take(cpu: body.cpu, memory: body.memory, limit: care.memoryLimit, at: now) {
      speaker?.log(warning, topic: "process", level: HSW_LOG_WARNING)
    }
    arm()
  }

  /// Ends a runner that wakes the host too often for nothing.
  ///
  /// After a word one such wake is usual: the word was taken before its wake came.
  func judge(wakes: UInt64, areEmpty: Bool) {
    defer { care.wasEmpty = areEmpty }
    // The number is the runner's: it may have added anything to the counter.
    let count = Int(min(wakes, UInt64(RunnerCare.mostEmptyWakes) + 1))
    guard isUp, areEmpty, care.wasEmpty, care.emptyWakes.add(count, at: LoopClock.awake()) else { return }
    fail(.protocolFault("it wakes the host more than \(RunnerCare.mostEmptyWakes) times a second for nothing"))
  }

  /// Ends the runner once an instance has broken the contract too often.
  func judgeBreaches(of proxy: ProxyInstance) {
    let count = proxy.breaches
    guard count != proxy.judgedBreaches else { return }
    let new = count - proxy.judgedBreaches
    proxy.judgedBreaches = count
    guard care.breaches.add(new, at: LoopClock.awake()) else { return }
    fail(.protocolFault("it has broken the contract more than \(RunnerCare.mostBreaches) times in 10 s"))
  }

  /// Handles the end of the socket: the end of the process follows with its reason, or the process has closed its connection.
  func loseConnection() {
    guard let ear = care.ear.take() else { return }
    loop.unwatch(ear)
    awaitEnd()
  }

  private func awaitEnd() {
    _ = loop.timers.add(
      at: LoopClock.now() + RunnerCare.second / 2, period: 0,
      .run(
        care.timers,
        { [weak self] in
          guard let self, isUp else { return }
          look(most: Self.turn.frames)
          guard isUp else { return }
          // A dead process that the keeper has not reaped yet has its own reason.
          if process.hasEnded { awaitEnd() } else { fail(.closed) }
        }))
  }

  /// Has the report of a loss written on a thread of its own.
  func report(_ death: RunnerDeath) {
    guard let crashes = care.crashes else { return }
    let report = CrashReport(
      reason: "\(death)", library: care.library, transports: Set(proxies.values.compactMap { $0?.transport }).sorted(),
      frames: process.crash?.frames ?? [], crossings: care.crossings.names, output: process.lastOutput, memory: care.memory)
    _ = OSThread.start("crash-report") { crashes.write(report, at: CrashFolder.now) }
  }

  /// Logs the lines that the process has printed.
  func takeOutput() {
    let output = process.takeOutput()
    guard !output.lines.isEmpty || output.dropped > 0 else { return }
    care.heard += 1
    for line in output.lines { speaker?.log(line, topic: "output") }
    if output.dropped > 0 { speaker?.log("\(output.dropped) lines were dropped", topic: "output") }
  }

  /// The instance under whose name the host logs words about the process.
  var speaker: ProxyInstance? { proxies.values.lazy.compactMap { $0 }.first }
}
