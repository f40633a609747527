internal import Glibc
internal import RunnerChannel
internal import Synchronization
internal import TransportABI
internal import TransportLoader

/// Reads the orders of the host and has the instances carry them out, on the loop's thread.
///
/// `@unchecked Sendable`: all its functions run on the loop's thread, except `descriptor`, which is a constant.
final class OrderReader: LoopSource, @unchecked Sendable {
  /// An instance and the writer of its words.
  private struct Seat {
    /// The instance; nil for a transport that the library does not have.
    let made: HostedInstance?
    /// True once the instance has ended by itself.
    var isGone = false
    /// The instance that takes orders.
    var instance: HostedInstance? { isGone ? nil : made }
    var words: WordWriter
  }

  private static let most = 64

  let descriptor: CInt
  private let library: HostedLibrary
  private let loop: HostedLoop
  private let channel: WordChannel
  let deliveries: Deliveries
  private let ticker: MediaTicker
  private var receiver: FrameReceiver<OrderType>
  private var seats: [UInt16: Seat] = [:]
  /// Called before the first instance begins to have calls.
  var whenServing: (() -> Void)?
  /// Called when the host has given orders, at most once a second.
  var whenHeard: (() -> Void)?
  private var heardAt: UInt64 = 0
  /// The limit on words that wait.
  private let mostWords: Int
  /// The number of secrets that the host has passed on.
  private var secrets: UInt64 = 0
  /// The kit's request to be told when nothing is left to do, once that many secrets have come; nil for none.
  private var sync: (number: UInt64, secrets: UInt64)?

  init(
    _ library: HostedLibrary, loop: HostedLoop, memory: ChannelMemory, own: CInt, hosts: CInt, deliveries: Deliveries, ticker: MediaTicker,
    mostWords: Int = WordChannel.most
  ) {
    (self.deliveries, self.ticker) = (deliveries, ticker)
    self.library = library
    self.loop = loop
    descriptor = own
    receiver = FrameReceiver(memory, side: .runner)
    channel = WordChannel(memory, wake: hosts, most: mostWords)
    self.mostWords = mostWords
    _ = receiver.sleep()
  }

  // MARK: LoopSource

  func run() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
    noteHost()
    do throws(FrameFault) {
      try takeOrders()
    } catch {
      let sentence = "the host broke the protocol: \(error)\n"
      _ = write(STDERR_FILENO, sentence, sentence.utf8.count)
      _exit(RunnerMain.ExitCode.confused)
    }
  }

  func endTurn() {
    tellBreaches()
    channel.publish()
    for seat in seats.values { if let instance = seat.instance { channel.count(instance.noteAhead(channel.queued), seat.words.address) } }
  }

  /// Tells the host of new breaches of the contract, which the ledger of this process has refused.
  private func tellBreaches() {
    for seat in seats.values { if let instance = seat.made { seat.words.tell(instance.breaches) } }
  }

  func abandon() {}

  /// Notes that the host lives.
  private func noteHost() {
    let now = HostedLoop.realTime
    guard now - heardAt >= 1_000_000_000 else { return }
    heardAt = now
    whenHeard?()
  }

  // MARK: orders

  private func takeOrders() throws(FrameFault) {
    receiver.wakeUp()
    defer { if receiver.release() { channel.wakeHost() } }
    while receiver.taken.frames < Self.most {
      // The host opens instances by naming them, and it is trusted.
      guard let message = try receiver.next(isOpen: { _ in true }) else {
        if receiver.sleep() { return }
        continue
      }
      try take(message)
    }
    // The rest waits for the next turn, after the plugin's own jobs.
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  private func take(_ message: FrameMessage<OrderType>) throws(FrameFault) {
    let address = message.address
    switch message.kind {
    case .create: return create(try message.body(CreateBody.self), address)
    case .beat:
      try message.check()
      return channel.say(.beat, FrameAddress(instance: 0, other: address.other), channel.beat)
    case .setTime, .sync:
      try message.check()
      // A host sets no clock: it would tell a transport that time stands.
      guard HostedLoop.isManual else { throw .type(message.kind.rawValue) }
      if message.kind == .sync { return note(sync: (address.other, address.call)) }
      HostedLoop.setTime(address.other)
      return ticker.pass(to: HostedLoop.now)
    default: break
    }
    guard let seat = seats[address.instance] else { throw .instance(address.instance) }
    if try live(message, seat) { return }
    guard let instance = seat.instance else { return refuse(message, seat.words) }
    if try obeyMedia(message, instance, seat.words) { return }
    if try !obeyHandover(message, instance, seat.words) { try obey(message, instance, seat.words) }
  }

  // MARK: life

  private func create(_ body: CreateBody, _ address: FrameAddress) {
    let words = WordWriter(channel, instance: address.instance, epoch: address.epoch)
    var settings = TransportSettings()
    (settings.logLevel, settings.wantsWire) = (body.logLevel, body.wantsWire)
    settings.patienceMilliseconds = body.patienceMilliseconds
    (settings.hostName, settings.hostVersion) = (body.hostName.string ?? "", body.hostVersion.string ?? "")
    let id = body.id.string ?? ""
    let instance = HostedInstance(
      library, id: id, settings: settings, loop: loop, sink: words, room: mostWords, whenFull: { _exit(RunnerDeath.overflowCode) },
      askSecret: { ticket, name in words.askSecret(ticket, name) })
    seats[address.instance] = Seat(made: instance, words: words)
    guard let instance else {
      return words.answer(address.other, StepAnswer(function: "create", status: HSW_E_INVAL, sentence: "it has no transport \(id)").body)
    }
    instance.watchRings { [ticker] clock in ticker.set(address.instance, clock) }
    words.whenGone = { [weak self] in self?.seats[address.instance]?.isGone = true }
    // No answer means that a function hangs: the watchdog ends this process.
    guard let answer = instance.establish(configuration: body.configuration.string ?? "") else { return }
    if answer.status == HSW_OK { words.say(.offers, instance.offers) }
    words.answer(address.other, answer.body)
  }

  /// Carries out an order about an instance's life, which has an answer also when the instance is gone; false for another order.
  private func live(_ message: FrameMessage<OrderType>, _ seat: Seat) throws(FrameFault) -> Bool {
    let (ticket, words) = (message.address.other, seat.words)
    switch message.kind {
    case .activate:
      whenServing.take()?()
      guard let instance = seat.instance else { words.answer(ticket, .failed(HSW_E_STATE)); break }
      if let answer = instance.activate() { words.answer(ticket, answer.body) }
    case .deactivate:
      let drain = try message.body(NumberBody.self).number
      if let instance = seat.instance {
        instance.deactivate(drain: drain) { words.say(.deactivated, EmptyBody()) }
      } else {
        words.say(.deactivated, EmptyBody())
      }
      words.answer(ticket, AnswerBody())
    case .reset:
      words.epoch = message.address.epoch
      seat.instance?.reset()
      words.answer(ticket, AnswerBody())
    case .destroy:
      let number = message.address.instance
      let end = { [weak self] in
        self?.tellBreaches()
        words.answer(ticket, AnswerBody())
        self?.seats[number] = nil
      }
      if let instance = seat.instance { instance.destroy(end) } else { end() }
    default: return false
    }
    return true
  }

  /// Ends every instance, because the host is gone; `completion` is called once all have ended their calls. [loop]
  func closeAll(_ completion: @escaping @Sendable () -> Void) {
    let instances = seats.values.compactMap(\.instance)
    let left = Countdown(instances.count + 1) {
      for instance in instances { instance.destroyNow() }
      completion()
    }
    for instance in instances { instance.deactivate(drain: 0) { left.finishOne() } }
    left.finishOne()
  }

  /// Passes on a secret that the host has fetched. [loop]
  func take(_ secret: SecretBody) {
    secrets += 1
    defer { answerSync() }
    guard let number = UInt16(exactly: secret.instance), let instance = seats[number]?.instance else { return }
    _ = instance.take(secret)
  }

  // MARK: the kit's clock

  private func note(sync request: (number: UInt64, secrets: UInt64)) {
    sync = request
    answerSync()
  }

  /// Answers the kit once nothing is left to do; secrets come by another way than orders, so they are counted.
  private func answerSync() {
    guard let sync, secrets >= sync.secrets else { return }
    self.sync = nil
    loop.whenIdle { [self] in
      var body = SyncedBody()
      body.nextTimer = min(loop.nextTimer, ticker.nextTick)
      channel.say(.synced, FrameAddress(instance: 0, other: sync.number), body)
    }
  }

  // MARK: orders

  private func obey(_ message: FrameMessage<OrderType>, _ instance: HostedInstance, _ words: WordWriter) throws(FrameFault) {
    let (call, ticket) = (CallHandle(rawValue: message.address.call), message.address.other)
    switch message.kind {
    case .shown: instance.shown(call)
    case .cancel: instance.cancel(ActionHandle(rawValue: message.address.other))
    case .verdict:
      let body = try message.body(VerdictBody.self)
      instance.decide(call, isAccepted: body.isAccepted, body.error.fault)
    case .wire: instance.setWantsWire(try message.body(NumberBody.self).number != 0)
    case .dump: words.answer(ticket, instance.dump(call, level: try message.body(NumberBody.self).number))
    case .dialable: words.answer(ticket, instance.ask(.dialable))
    case .peerCall:
      let info = TransportCallInfo(try message.body(InfoBody.self))
      words.answer(ticket, info.map { instance.ask(.call($0)) } ?? .failed(HSW_E_INVAL))
    case .peerOrder:
      let body = try message.body(PeerOrderBody.self)
      words.answer(ticket, instance.ask(.order(call, what: body.what, argument: body.argument.string ?? "")))
    case .peerObserve: words.answer(ticket, instance.ask(.observe(call)))
    default:
      guard let (action, deadline) = try OrderedAction.read(message) else { throw .type(message.kind.rawValue) }
      if message.kind == .end, message.address.other == 0, case .end(let why) = action { return instance.end(call, why: why) }
      if case .transfer = action { words.note(transfer: ActionHandle(rawValue: ticket), of: call) }
      if case .connect = action { words.note(transfer: ActionHandle(rawValue: ticket), of: call) }
      instance.act(ActionHandle(rawValue: ticket), call, action, deadline: deadline)
    }
  }
}

/// Calls a function once a number of things are finished.
private final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let whenDone: @Sendable () -> Void

  init(_ count: Int, _ whenDone: @escaping @Sendable () -> Void) {
    left = Atomic(count)
    self.whenDone = whenDone
  }

  func finishOne() { if left.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { whenDone() } }
}
