public import CallControl
internal import Locking
internal import Synchronization
internal import TransportABI

/// One transport that lives: its thread, its books, and the way to it and back.
///
/// All functions may be called on any thread and return at once; what they ask runs on the instance's loop, in order, and what
/// comes of it is told to the sink.
///
/// `@unchecked Sendable`: the ledger and the books are behind locks; the plugin's tables and `loop`'s state are touched on the loop's thread
/// alone; the rest are constants.
public final class TransportInstance: HostFace, @unchecked Sendable {
  /// What it was made from.
  public let transport: LoadedTransport
  /// How long and as whom it runs.
  public let settings: TransportSettings

  let loop: EventLoop
  let ownsLoop: Bool
  let context = HostContext()
  let audio = Locked(AudioBook())
  let services = Locked(ServiceBook())
  let gate = MediaGate()
  private let ledger = Locked(InstanceLedger())
  private let sink: Locked<(any TransportInstanceSink)?>
  // On the loop only.
  var tables: PluginTables?
  private var spareWords: [TransportWord] = []
  var drainTimer: UInt64?

  /// Makes an instance that has not begun; throws when the system gives no thread.
  public init(
    _ transport: LoadedTransport, settings: TransportSettings = TransportSettings(), sink: any TransportInstanceSink
  ) throws(TransportLoss) {
    self.transport = transport
    self.settings = settings
    self.sink = Locked(sink)
    (loop, ownsLoop) = try transport.module.loop(settings)
    context.set(self)
    loop.join(self)
  }

  // MARK: what is asked of it

  /// Creates, initialises and activates it; then `activated` is told, or `lost`.
  ///
  /// - Parameter configuration: one JSON text; empty for all defaults.
  public func begin(configuration: String = "") { order(.begin(configuration: configuration)) }

  /// A name for a call that the host is about to start.
  public func mintCall() -> CallHandle { ledger.withLock { $0.mintCall() } }

  /// A name for something that is about to be asked.
  public func mintAction() -> ActionHandle { ledger.withLock { $0.mintAction() } }

  /// Calls somebody.
  ///
  /// Done: dialing.
  public func start(_ action: ActionHandle, _ call: CallHandle, to info: TransportCallInfo, deadlineMilliseconds: UInt32) {
    book(action, call, .start, .start(action, call, info, deadline: deadlineMilliseconds))
  }

  /// Answers an incoming call.
  ///
  /// Done: active.
  public func answer(_ action: ActionHandle, _ call: CallHandle, deadlineMilliseconds: UInt32) {
    book(action, call, .answer, .answer(action, call, deadline: deadlineMilliseconds))
  }

  /// Ends a call, and says why on the wire.
  ///
  /// Done: the far end was told; `ended` with `local` follows.
  public func end(_ action: ActionHandle, _ call: CallHandle, why: EndWhy, deadlineMilliseconds: UInt32) {
    book(action, call, .end, .end(action, call, why: why.rawValue, deadline: deadlineMilliseconds))
  }

  /// Ends an incoming call that rings, and tells the caller what `decline` says.
  ///
  /// Done: the far end was told; `ended` with `local` follows. A transport that cannot say it all says `busy` or `declined`.
  public func decline(_ action: ActionHandle, _ call: CallHandle, _ decline: Decline, deadlineMilliseconds: UInt32) {
    book(action, call, .end, .decline(action, call, decline, deadline: deadlineMilliseconds))
  }

  /// Holds or resumes a call.
  public func setHeld(_ action: ActionHandle, _ call: CallHandle, _ isHeld: Bool, deadlineMilliseconds: UInt32) {
    book(action, call, .hold(isHeld), .setHeld(action, call, isHeld, deadline: deadlineMilliseconds))
  }

  /// Mutes or unmutes a call.
  public func setMuted(_ action: ActionHandle, _ call: CallHandle, _ isMuted: Bool, deadlineMilliseconds: UInt32) {
    book(action, call, .other, .setMuted(action, call, isMuted, deadline: deadlineMilliseconds))
  }

  /// Sends digits.
  ///
  /// `kind`: 1 alone, 2 after a soft pause, 3 after a hard one.
  public func play(_ action: ActionHandle, _ call: CallHandle, _ digits: String, kind: UInt32, deadlineMilliseconds: UInt32) {
    book(action, call, .other, .play(action, call, digits, kind: kind, deadline: deadlineMilliseconds))
  }

  /// Puts a call into another's group, or (`none`) takes it out of its group.
  public func setGroup(_ action: ActionHandle, _ call: CallHandle, with other: CallHandle, deadlineMilliseconds: UInt32) {
    book(action, call, .other, .setGroup(action, call, with: other, deadline: deadlineMilliseconds))
  }

  /// Sends the far end of a call to somebody else.
  ///
  /// Done: it has been taken over, and `ended` follows.
  public func transfer(_ action: ActionHandle, _ call: CallHandle, to info: TransportCallInfo, deadlineMilliseconds: UInt32) {
    book(action, call, .transfer, .transfer(action, call, to: info, deadline: deadlineMilliseconds))
  }

  /// Connects the far ends of two calls with each other.
  ///
  /// Done: they are, and `ended` follows for both.
  public func connect(_ action: ActionHandle, _ call: CallHandle, with other: CallHandle, deadlineMilliseconds: UInt32) {
    book(action, call, .transfer, .connect(action, call, with: other, deadline: deadlineMilliseconds))
  }

  /// Says what becomes of a transfer that the far end of a call asked for.
  public func decideTransfer(_ call: CallHandle, isAccepted: Bool, _ fault: TransportFault? = nil) {
    order(.verdict(call, isAccepted: isAccepted, fault))
  }

  /// Registers (or refreshes) the line, or unregisters it.
  public func setRegistered(_ action: ActionHandle, _ isRegistered: Bool, deadlineMilliseconds: UInt32) {
    book(action, .none, .other, .setRegistered(action, isRegistered, deadline: deadlineMilliseconds))
  }

  /// Hands it a new configuration, which it takes as a whole or not at all; calls go on.
  public func apply(_ action: ActionHandle, configuration: String, deadlineMilliseconds: UInt32) {
    book(action, .none, .other, .apply(action, configuration, deadline: deadlineMilliseconds))
  }

  /// Says that an incoming call rings here.
  public func shown(_ call: CallHandle) { order(.shown(call)) }

  /// Gives an action up; a completion that is still to come is stale.
  public func cancel(_ action: ActionHandle) {
    if ledger.withLock({ $0.cancel(action) }) { order(.cancel(action)) }
  }

  /// Makes it forget every call and action, and say nothing about them.
  public func reset() {
    ledger.withLock { $0.forgetAll() }
    order(.reset)
  }

  /// Ends it: calls that are up have `drainMilliseconds` to end (0: none; `UInt32.max`: as long as they want).
  ///
  /// Then `closed` is told.
  public func close(drainMilliseconds: UInt32 = 0) {
    ledger.withLock { $0.isClosing = true }
    order(.deactivate(drain: drainMilliseconds))
  }

  /// Asks the far end for tests whom to call.
  public func peerDialable(_ completion: @escaping @Sendable (PeerAnswer) -> Void) { order(.peer(.dialable, completion)) }

  /// Makes the far end for tests call us.
  public func peerCall(_ info: TransportCallInfo, _ completion: @escaping @Sendable (PeerAnswer) -> Void) {
    order(.peer(.call(info), completion))
  }

  /// Makes the far end of `call` do something: one of the contract's orders.
  public func peerOrder(_ call: CallHandle, _ what: UInt32, _ argument: String = "", _ completion: @escaping @Sendable (PeerAnswer) -> Void)
  {
    order(.peer(.order(call, what: what, argument: argument), completion))
  }

  /// Asks what the far end of `call` sees.
  public func peerObserve(_ call: CallHandle, _ completion: @escaping @Sendable (PeerAnswer) -> Void) {
    order(.peer(.observe(call), completion))
  }

  /// How often it broke the contract.
  public var misbehaviour: TransportMisbehaviour { ledger.withLock { $0.misbehaviour } }

  /// How many calls it has.
  public var callCount: Int { ledger.withLock { $0.calls.count } }

  func order(_ order: TransportOrder) { loop.add(.order(self, order)) }

  private func book(_ action: ActionHandle, _ call: CallHandle, _ effect: InstanceLedger.Effect, _ order: TransportOrder) {
    let isBooked = ledger.withLock { $0.book(action, call: call, effect) }
    loop.add(isBooked ? .order(self, order) : .flush(self))
  }

  // MARK: what it says

  var canSpeak: Bool { ledger.withLock { $0.phase.canSpeak } }
  var isAlive: Bool { ledger.withLock { $0.phase != .gone } }
  var isOnLoop: Bool { loop.isCurrent }

  func wantsLog(_ level: UInt32) -> Bool { level <= settings.logLevel }
  var wantsWire: Bool { settings.wantsWire || wantsLog(HSW_LOG_TRACE) }

  /// Books a word of the plugin's; wakes the loop to pass it on when it was said on another thread.
  @inline(__always)
  func say(_ body: (inout InstanceLedger) -> hsw_status) -> hsw_status {
    let (status, isNew) = ledger.withLock { ledger -> (hsw_status, Bool) in
      guard ledger.phase.canSpeak else { return (ledger.outOfOrder(), false) }
      let wasEmpty = ledger.words.isEmpty
      return (body(&ledger), wasEmpty && !ledger.words.isEmpty)
    }
    if isNew, !loop.isCurrent { loop.add(.flush(self)) }
    return status
  }

  /// Runs a function of host-loop, which must come from the loop's thread.
  func onLoop(evenDying: Bool, _ body: (EventLoop) -> hsw_status) -> hsw_status {
    let phase = ledger.withLock { $0.phase }
    guard phase.canSpeak || evenDying && phase == .dying else { return ledger.withLock { $0.outOfOrder() } }
    guard loop.isCurrent else {
      ledger.withLock { $0.misbehaviour.wrongThread += 1 }
      return HSW_E_THREAD
    }
    return body(loop)
  }

  func post(_ function: LoopJob.Function, _ argument: UnsafeMutableRawPointer?) -> hsw_status {
    guard canSpeak else { return HSW_E_STATE }
    loop.add(.post(self, function, argument))
    return HSW_OK
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

  /// Tells its loss and takes it apart on the loop; it says nothing more.
  func lose(_ loss: TransportLoss) {
    let isFirst = ledger.withLock { ledger in
      guard ledger.phase != .gone, ledger.phase != .dying else { return false }
      ledger.phase = .dying
      ledger.forgetAll()
      ledger.words.append(.lost(loss))
      return true
    }
    if isFirst { order(.dismantle) }
  }

  /// The watchdog's word: the loop's thread is lost, and the plugin's code with it.
  ///
  /// What was said is passed on from here.
  func abandon(_ loss: TransportLoss) {
    let words = ledger.withLock { ledger -> [TransportWord] in
      guard ledger.phase != .gone else { return [] }
      let hasTold = ledger.phase == .dying
      ledger.phase = .gone
      ledger.forgetAll()
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

  /// Passes the words of this turn on. [loop]
  func flush() {
    ledger.withLock { ledger in swap(&ledger.words, &spareWords) }
    guard !spareWords.isEmpty else { return }
    releaseRings(after: spareWords)
    sink.withLock { $0 }?.receive(spareWords, from: self)
    spareWords.removeAll(keepingCapacity: true)
  }

  /// The last of it: nothing is heard any more. [loop]
  func finish(_ word: TransportWord?) {
    flush()
    let left = loop.release(self)
    ledger.withLock { ledger in
      ledger.phase = .gone
      ledger.misbehaviour.leftBehind += left
      if let word { ledger.words.append(word) }
    }
    flush()
    end(hangs: false)
    if ownsLoop { loop.add(.stop) }
  }

  /// Lets go of everybody, so that nothing keeps it any more.
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

  /// Changes the books from the loop's side.
  func books<Result>(_ body: (inout InstanceLedger) -> Result) -> Result { ledger.withLock(body) }
}
