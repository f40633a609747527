internal import RunnerChannel
package import TransportABI

/// A process of a transport under test, whose clock the conformance kit sets.
///
/// Its functions are tables like those of a plugin in this process: behind them are frames. The thread that makes it drives its loop, and
/// is the only one to use it.
package final class KitRunner {
  /// The time that the kit waits for the end of a process that it has killed, in milliseconds.
  private static let endPatience: UInt64 = 5000

  private let transport: KitTransport
  private let loop: EventLoop
  private var seat: RunnerSeat?
  private var owners: [KitOwner] = []
  private var processes: [RunnerProcess] = []
  /// The reason why a process was lost; nil while none was.
  package private(set) var loss: String?

  /// Prepares for a process, which starts with its first instance; nil when no file descriptors are left.
  package init?(_ transport: KitTransport) {
    // The kit's own waits have limits, so this loop has no watchdog.
    guard let loop = EventLoop(patienceMilliseconds: 0) else { return nil }
    self.transport = transport
    self.loop = loop
    loop.turn()
  }

  private var link: RunnerLink? {
    guard let link = seat?.link, link.isUp else { return nil }
    return link
  }

  /// True while there is a process.
  package var isUp: Bool { link != nil }

  // MARK: the loop

  /// The descriptor that can be read when `turn` has something to do.
  package var descriptor: CInt { loop.descriptor }

  /// Takes what has come from the process, and supervises it.
  package func turn() { loop.turn() }

  /// Sets the time of the process, in nanoseconds; what is due then runs before `sync` returns.
  package func setTime(_ time: UInt64) { link?.setTime(time) }

  /// Waits until the process has nothing left to do at its time, and returns the time of its next timer or tick, `.max` for none.
  ///
  /// The words that it says meanwhile reach the hosts of its instances. Nil when there is no process, or when it is lost.
  package func sync() -> UInt64? {
    guard let link, let next = link.sync() else { return nil }
    // Consumes the wakes of the words that were taken, which would count as news.
    loop.turn()
    return next
  }

  // MARK: instances

  /// Creates and initialises an instance, in the place of the entry's `create`; starts the process if there is none.
  ///
  /// - Parameters:
  ///   - time: the time of the process's clock.
  ///   - told: receives the breaches that the process's own ledger has refused.
  package func create(
    _ id: hsw_str, _ host: UnsafePointer<hsw_host>, _ configuration: hsw_str, at time: UInt64,
    _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>, _ why: UnsafeMutablePointer<hsw_why>,
    telling told: @escaping (TransportMisbehaviour) -> Void
  ) -> hsw_status {
    // A process that ends by itself with its last instance has had its clock; the next one begins now.
    if link == nil { seat = RunnerSeat(transport.plan(beginning: time)) }
    let owner = KitOwner(transport.descriptor, loop, told) { [weak self] in self?.lose($0) }
    let status = seat?.create(for: owner, id, host, configuration, out, why) ?? HSW_E_FAIL
    if let process = link?.process, processes.last !== process { processes.append(process) }
    // A proxy does not keep its owner.
    if status == HSW_OK { owners.append(owner) }
    return status
  }

  private func lose(_ loss: TransportLoss) {
    if self.loss == nil { self.loss = "\(loss)" }
  }

  // MARK: audio

  /// The memory for the rings of its calls; nil while there is no process.
  package var audioMemory: TransportAudioMemory? { link?.audioMemory }

  /// True when the process ticks that instance.
  package func ticks(_ instance: UnsafePointer<hsw_instance>) -> Bool {
    withProxy(instance.pointee.ctx, else: false) { $0.tables.hasTick }
  }

  /// Lets the ticks run that become due, or passes over them.
  package func setTicking(_ isOn: Bool) { link?.memory.set(.audioOn, to: isOn ? 1 : 0) }

  // MARK: secrets

  /// True when these bytes lie in the memory of orders and words that the process shares with this one.
  package func shares(_ bytes: [UInt8]) -> Bool { link?.memory.contains(bytes) == true }

  /// The number of the process; nil when there is none.
  package var pid: Int32? { link?.process.pid }

  // MARK: the end

  /// Kills the processes that are left, and waits until they are gone.
  package func end() {
    seat?.link?.dismiss()
    let limit = LoopClock.awake() + Self.endPatience * 1_000_000
    for process in processes {
      process.kill()
      while process.end == nil, LoopClock.awake() < limit { process.awaitChange(milliseconds: 20) }
    }
    processes = []
  }
}

/// The owner of an instance in a runner of the kit.
///
/// `@unchecked Sendable`: only the kit's thread uses it.
private final class KitOwner: ProxyOwner, @unchecked Sendable {
  let descriptor: TransportDescriptor
  let settings: TransportSettings
  let loop: EventLoop
  private let told: (TransportMisbehaviour) -> Void
  private let lost: (TransportLoss) -> Void

  init(
    _ descriptor: TransportDescriptor, _ loop: EventLoop, _ told: @escaping (TransportMisbehaviour) -> Void,
    _ lost: @escaping (TransportLoss) -> Void
  ) {
    self.descriptor = descriptor
    self.loop = loop
    self.told = told
    self.lost = lost
    var settings = TransportSettings()
    (settings.hostName, settings.hostVersion) = ("hookswitch conform", "1.0")
    (settings.logLevel, settings.wantsWire) = (HSW_LOG_TRACE, true)
    self.settings = settings
  }

  // The kit's ledger has the calls; each test has a limit of its own.
  var callCount: Int { 0 }
  var wantsWire: Bool { settings.wantsWire }
  var isBusy: Bool { true }
  var hasRings: Bool { false }
  var breachCount: Int { 0 }

  func take(_ memory: TransportAudioMemory) {}

  func add(_ breaches: TransportMisbehaviour, since before: TransportMisbehaviour) {
    var news = TransportMisbehaviour()
    news.add(breaches, since: before)
    told(news)
  }

  func lose(_ loss: TransportLoss) { lost(loss) }
  func warn(_ topic: String, _ message: String) {}
}
