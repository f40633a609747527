public import CallControl
internal import Locking
internal import Synchronization
internal import TransportABI

/// A running instance of a transport.
///
/// All functions may be called on any thread and return at once; their orders run on the instance's loop, in order, and the sink receives
/// the results.
///
/// `@unchecked Sendable`: the ledger and the tables of waiting requests are behind locks; only the loop's thread accesses the plugin's
/// tables and `loop`'s state; the rest are constants.
public final class TransportInstance: HostFace, @unchecked Sendable {
  /// The transport that it is an instance of.
  public let transport: LoadedTransport
  /// Its time-outs, log level and host name.
  public let settings: TransportSettings

  let loop: EventLoop
  let ownsLoop: Bool
  let context = HostContext()
  let audio = Locked(AudioBook())
  let services = Locked(ServiceBook())
  let gate = MediaGate()
  /// True while the messages of its network protocol are wanted.
  let takesWire: Atomic<Bool>
  private let ledger = Locked(InstanceLedger())
  /// The number of jobs on the loop that must run before its end.
  private let jobs = Atomic(0)
  private let sink: Locked<(any TransportInstanceSink)?>
  // Accessed on the loop's thread only.
  var tables: PluginTables?
  private var spareWords: [TransportWord] = []
  var drainTimer: UInt64?
  /// Called when a deactivation without destroy is complete.
  var whenStopped: (@Sendable () -> Void)?
  /// Called when more words wait than there is room for; set before the instance begins.
  var whenFull: (@Sendable () -> Void)?
  /// Fetches secrets from the host's process; nil where this is that process.
  var askSecret: ((SecretRequest) -> Void)?
  /// Receives the clock while calls have rings; nil where the host's audio thread runs it.
  var whenRingsChange: ((TransportMediaClock?) -> Void)?

  /// Makes an instance that has not begun; throws when the system has no thread left.
  public convenience init(
    _ transport: LoadedTransport, settings: TransportSettings = TransportSettings(), sink: any TransportInstanceSink
  ) throws(TransportLoss) {
    let (loop, ownsLoop) = try transport.module.loop(settings)
    self.init(transport, settings: settings, sink: sink, on: loop, ownsLoop: ownsLoop)
  }

  /// Makes an instance on a loop.
  init(_ transport: LoadedTransport, settings: TransportSettings, sink: any TransportInstanceSink, on loop: EventLoop, ownsLoop: Bool) {
    self.transport = transport
    self.settings = settings
    self.sink = Locked(sink)
    (self.loop, self.ownsLoop) = (loop, ownsLoop)
    takesWire = Atomic(settings.wantsWire)
    ledger.withLock { ledger in
      // `unowned`: the ledger is a part of the instance.
      ledger.whenWordsBegin = { [unowned self] in self.loop.hasWords(self) }
    }
    context.set(self)
    loop.join(self)
  }

  // MARK: requests

  /// Creates, initialises and activates the instance; the sink then receives `activated` or `lost`.
  ///
  /// - Parameter configuration: one JSON text; empty for all defaults.
  public func begin(configuration: String = "") { order(.begin(configuration: configuration)) }

  /// Sends an action to the plugin; the sink receives its completion under the handle that this returns.
  ///
  /// - Parameter call: the action's call; a start makes its own, which this returns.
  @discardableResult
  public func request(_ action: PluginAction, of call: CallHandle = .none, deadlineMilliseconds: UInt32) -> (
    action: ActionHandle, call: CallHandle
  ) {
    let target: InstanceLedger.Target = action.effect == .start ? .new(nil) : .call(call)
    let booking = request(action.effect, of: target, for: .sink, deadlineMilliseconds: deadlineMilliseconds) { _ in action }
    return (booking.action, booking.call)
  }

  /// Sends an action about the line or the configuration; `completion` is called once, whatever happens.
  func request(_ action: PluginAction, deadlineMilliseconds: UInt32, _ completion: @escaping @Sendable (TransportFault?) -> Void) {
    let booking = request(action.effect, of: .none, for: .caller(completion), deadlineMilliseconds: deadlineMilliseconds) { _ in action }
    if booking.result == .gone { completion(.notRunning) }
  }

  /// Records an action and sends it.
  ///
  /// - Parameter action: makes the action for the stage of its call, outside the lock; its effect is `effect`.
  func request(
    _ effect: InstanceLedger.Effect, of target: InstanceLedger.Target, for requester: TransportWord.Requester, deadlineMilliseconds: UInt32,
    _ action: (InstanceLedger.Call.Stage?) -> PluginAction
  ) -> InstanceLedger.Booking {
    let booking = ledger.withLock { $0.book(effect, of: target, for: requester) }
    switch booking.result {
    case .booked: order(.act(booking.action, booking.call, action(booking.stage), deadline: deadlineMilliseconds))
    case .failed, .gone: break
    }
    return booking
  }

  /// The handle of the core's call; nil when the instance does not know it.
  func handle(of id: CallID) -> CallHandle? { ledger.withLock { $0.handle(of: id) } }

  /// Gives up a command of the core and returns its call; nil when it was completed already.
  func giveUp(_ ref: CommandRef) -> CallHandle? {
    guard let (action, call) = ledger.withLock({ $0.giveUp(ref) }) else { return nil }
    order(.cancel(action))
    return call
  }

  /// Ends a call on the wire without a report to the core.
  func end(_ call: CallHandle, why: EndWhy) {
    guard let booking = ledger.withLock({ $0.bookOwnEnd(of: call) }), booking.result == .booked else { return }
    order(.act(booking.action, call, .end(why), deadline: 5000))
  }

  /// Sends the caller of a refused call on to another handle without a report to the core; ends the call where the transport cannot do that.
  func deflect(_ call: CallHandle, to target: TransportCallInfo, otherwise why: EndWhy) {
    let booking = ledger.withLock { ledger in
      ledger.bookOwnDeflect(of: call) { [weak self] fault in
        if fault != nil { self?.endRefused(call, why) }
      }
    }
    guard let booking, booking.result == .booked else { return }
    order(.act(booking.action, call, .deflect(to: target), deadline: 5000))
  }

  private func endRefused(_ call: CallHandle, _ why: EndWhy) {
    let booking = ledger.withLock { $0.book(.end, of: .call(call)) }
    if booking.result == .booked { order(.act(booking.action, call, .end(why), deadline: 5000)) }
  }

  /// Accepts or refuses a transfer that the far end of a call requested.
  public func decideTransfer(_ call: CallHandle, isAccepted: Bool, _ fault: TransportFault? = nil) {
    order(.verdict(call, isAccepted: isAccepted, fault))
  }

  /// Tells the instance that the host shows an incoming call.
  public func shown(_ call: CallHandle) { order(.shown(call)) }

  /// Gives an action up; a later completion is stale.
  public func cancel(_ action: ActionHandle) {
    if ledger.withLock({ $0.cancel(action) }) { order(.cancel(action)) }
  }

  /// Makes the instance drop every call and action without reporting them.
  public func reset() {
    ledger.withLock { $0.reset() }
    order(.reset)
  }

  /// Ends the instance: active calls have `drainMilliseconds` to end (0: none; `UInt32.max`: no limit).
  ///
  /// The sink then receives `closed`.
  public func close(drainMilliseconds: UInt32 = 0) {
    ledger.withLock { $0.isClosing = true }
    order(.deactivate(drain: drainMilliseconds))
  }

  /// Asks the far end for tests for a handle to call.
  public func peerDialable(_ completion: @escaping @Sendable (PeerAnswer) -> Void) { order(.peer(.dialable, completion)) }

  /// Makes the far end for tests call the host.
  public func peerCall(_ info: TransportCallInfo, _ completion: @escaping @Sendable (PeerAnswer) -> Void) {
    order(.peer(.call(info), completion))
  }

  /// Gives an order of the contract to the far end of `call`.
  public func peerOrder(_ call: CallHandle, _ what: UInt32, _ argument: String = "", _ completion: @escaping @Sendable (PeerAnswer) -> Void)
  {
    order(.peer(.order(call, what: what, argument: argument), completion))
  }

  /// Asks the far end of `call` for its view of the call.
  public func peerObserve(_ call: CallHandle, _ completion: @escaping @Sendable (PeerAnswer) -> Void) {
    order(.peer(.observe(call), completion))
  }

  /// The counts of its breaches of the contract.
  public var misbehaviour: TransportMisbehaviour { ledger.withLock { $0.misbehaviour } }

  /// The number of its calls.
  public var callCount: Int { ledger.withLock { $0.calls.count } }

  func order(_ order: TransportOrder) { loop.add(.order(self, order)) }

  // MARK: messages

  var canSpeak: Bool { ledger.withLock { $0.phase.canSpeak } }
  var isAlive: Bool { ledger.withLock { $0.phase != .destroyed } }
  var hasJobs: Bool { jobs.load(ordering: .acquiring) > 0 }
  func countJobs(_ change: Int) { jobs.add(change, ordering: .acquiringAndReleasing) }
  var isOnLoop: Bool { loop.isCurrent }

  func wantsLog(_ level: UInt32) -> Bool { level <= settings.logLevel }
  var wantsWire: Bool { takesWire.load(ordering: .relaxed) || wantsLog(HSW_LOG_TRACE) }

  /// Adds a message of the plugin.
  ///
  /// - Parameter evenSilent: true for a message for people, which may come between the halves of a handover.
  @inline(__always)
  func say(evenSilent: Bool, _ body: (inout InstanceLedger) -> hsw_status) -> hsw_status {
    ledger.withLock { ledger in
      guard ledger.phase.canSpeak, evenSilent || !ledger.isSilent else { return ledger.outOfOrder() }
      let status = body(&ledger)
      if let whenFull, ledger.room.pressure(ledger.words.count) == .full { whenFull() }
      return status
    }
  }

  /// Runs a function of host-loop, which must be called on the loop's thread.
  func onLoop(evenDying: Bool, _ body: (EventLoop) -> hsw_status) -> hsw_status {
    let phase = ledger.withLock { $0.phase }
    guard phase.canSpeak || evenDying && phase == .destroying else { return ledger.withLock { $0.outOfOrder() } }
    guard loop.isCurrent else {
      ledger.withLock { $0.misbehaviour.wrongThread += 1 }
      return HSW_E_THREAD
    }
    return body(loop)
  }

  func post(_ function: LoopJob.Function, _ argument: UnsafeMutableRawPointer?) -> hsw_status {
    // Queued under the lock that ends the instance: `destroy` then finds every post that was accepted.
    ledger.withLock { ledger in
      guard ledger.phase.canSpeak else { return HSW_E_STATE }
      loop.add(.post(self, function, argument))
      return HSW_OK
    }
  }

  func deactivated() -> hsw_status {
    let status = ledger.withLock { $0.phase == .draining ? HSW_OK : $0.outOfOrder() }
    if status == HSW_OK { order(.deactivated) }
    return status
  }

  func requestRestart(_ why: String) -> hsw_status {
    guard canSpeak else { return ledger.withLock { $0.outOfOrder() } }
    lose(.restart(why))
    return HSW_OK
  }

  /// Reports the loss and has the loop destroy the instance; it reports nothing more.
  func lose(_ loss: TransportLoss) {
    let isFirst = ledger.withLock { ledger in
      guard ledger.phase != .destroyed, ledger.phase != .destroying else { return false }
      ledger.phase = .destroying
      ledger.forgetAll(.notRunning)
      ledger.words.append(.lost(loss))
      return true
    }
    if isFirst { order(.dismantle) }
  }

  /// Ends the instance because its loop's thread hangs in the plugin's code; called by the watchdog.
  ///
  /// The messages so far are passed on from this thread.
  func abandon(_ loss: TransportLoss) {
    let words = ledger.withLock { ledger -> [TransportWord] in
      guard ledger.phase != .destroyed else { return [] }
      let hasTold = ledger.phase == .destroying
      ledger.phase = .destroyed
      ledger.forgetAll(.notRunning)
      var words = ledger.words
      ledger.words = []
      if !hasTold { words.append(.lost(loss)) }
      return words
    }
    gate.condemn()
    if !words.isEmpty { sink.withLock { $0 }?.receive(words, from: self) }
    end(hangs: true)
    transport.module.forget(loop)
  }

  /// Passes on the messages of this turn. [loop]
  func flush() {
    ledger.withLock { ledger in swap(&ledger.words, &spareWords) }
    guard !spareWords.isEmpty else { return }
    releaseRings(after: spareWords)
    sink.withLock { $0 }?.receive(spareWords, from: self)
    spareWords.removeAll(keepingCapacity: true)
  }

  /// Passes on the last messages and releases the instance from the loop. [loop]
  func finish(_ word: TransportWord?) {
    flush()
    let left = loop.release(self)
    ledger.withLock { ledger in
      ledger.phase = .destroyed
      ledger.misbehaviour.leftBehind += left
      if let word { ledger.words.append(word) }
    }
    flush()
    end(hangs: false)
    if ownsLoop { loop.add(.stop) }
  }

  /// Drops the sink and answers all open requests, so that nothing keeps the instance alive.
  private func end(hangs: Bool) {
    sink.withLock { $0 = nil }
    context.set(nil)
    let (waiting, fates) = audio.withLock { audio in
      let waiting = audio.close(hangs: hangs)
      return (waiting, waiting.map { audio.fate(of: $0.call) })
    }
    for completion in services.withLock({ $0.close() }) { completion(ServiceBook.gone) }
    for (waiting, fate) in zip(waiting, fates) { waiting.completion(fate) }
  }

  func newCall(_ info: TransportCallInfo) -> CallID { sink.withLock { $0 }?.newCall(info) ?? .fresh() }

  /// Runs `body` with the ledger.
  func books<Result>(_ body: (inout InstanceLedger) -> Result) -> Result { ledger.withLock(body) }
}

/// The receiver of an instance's messages.
public protocol TransportInstanceSink: AnyObject, Sendable {
  /// Receives the messages of one turn of the instance's loop, in order.
  ///
  /// Called on the loop's thread (after a time-out on the watchdog's), one call at a time, under no lock. It may send requests to the
  /// instance, but must not wait for it.
  func receive(_ words: [TransportWord], from instance: TransportInstance)

  /// Returns the id of an incoming call that the plugin reports.
  ///
  /// Called on the loop's thread, under no lock.
  func newCall(_ info: TransportCallInfo) -> CallID
}

extension TransportInstanceSink {
  /// Returns an id that says nothing about the call.
  public func newCall(_ info: TransportCallInfo) -> CallID { .fresh() }
}
