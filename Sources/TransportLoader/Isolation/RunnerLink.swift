internal import Glibc
internal import RunnerChannel
internal import Synchronization
internal import TransportABI

/// The host's connection to a runner: it sends orders, takes words, and learns of the end.
///
/// `@unchecked Sendable`: all its functions run on the loop's thread except `isUp`, which is atomic, and `abandon`, which only kills the
/// process.
final class RunnerLink: LoopSource, @unchecked Sendable {
  /// The bounds of what a turn takes; the rest waits for the next turn, after other jobs.
  static let turn = (frames: 64, bytes: 256 * 1024)

  /// The time for a process to end by itself.
  private static let endPatience: UInt32 = 2000

  let loop: EventLoop
  let process: RunnerProcess
  let socket: RunnerSocket
  /// The memory for the audio rings of the runner's calls.
  var audioMemory: TransportAudioMemory
  /// The regions that the runner has mapped.
  var passedRegions: Set<UInt32> = []
  let memory: ChannelMemory
  private let wake: EventDescriptor
  private let runnerWake: EventDescriptor
  private let hasEnded = Atomic<Bool>(false)
  /// The fate of the runner, for those who do not keep this connection.
  let fate = RunnerFate()
  private(set) var sender: FrameSender<OrderType>
  private var receiver: FrameReceiver<WordType>
  /// The instances by their numbers; nil for one that is destroyed and whose runner has not confirmed that.
  private(set) var proxies: [UInt16: ProxyInstance?] = [:] { didSet { latest = nil } }
  /// The instance whose word came last: most words come in a row.
  private var latest: ProxyInstance?
  private var lastInstance: UInt16 = 0
  var tickets = RunnerTickets()
  /// The end of the runner; nil while it is up, and after an end without a loss.
  private(set) var death: RunnerDeath?
  var care: RunnerCare
  /// The requests of the conformance kit, which sets the runner's clock.
  var kit = KitRequests()
  /// Called once the runner has ended or is to end. [loop]
  var whenEnded: (() -> Void)?
  /// Returns the reason why the sandbox does not let an instance have such settings; nil when it does.
  var whenAppliesPaths: ((String) -> String?)?

  init(
    on loop: EventLoop, process: RunnerProcess, socket: RunnerSocket, memory: ChannelMemory, wake: EventDescriptor,
    runnerWake: EventDescriptor, care: RunnerCare
  ) {
    self.loop = loop
    self.process = process
    self.socket = socket
    self.memory = memory
    audioMemory = TransportAudioMemory(memory)
    self.wake = wake
    self.runnerWake = runnerWake
    self.care = care
    sender = FrameSender(memory, side: .host, bound: .init(frames: 4096, bytes: 4 << 20))
    receiver = FrameReceiver(memory, side: .host)
    _ = receiver.sleep()
    loop.watch(self)
    beginCare()
  }

  /// True until the runner has ended, or was ended.
  var isUp: Bool { !hasEnded.load(ordering: .acquiring) }

  /// True when no more calls may begin, because the runner does not take its orders.
  var isFull: Bool { sender.pressure == .full }

  // MARK: instances

  /// Adds an instance; nil when all numbers are in use.
  ///
  /// - Parameter isHeld: true for a new version, whose words wait until it has taken over.
  func add(_ owner: any ProxyOwner, _ host: ProxyHost, isHeld: Bool = false) -> ProxyInstance? {
    for _ in 0..<UInt16.max {
      lastInstance = lastInstance == .max ? 1 : lastInstance + 1
      guard proxies[lastInstance] == nil else { continue }
      let proxy = ProxyInstance(self, number: lastInstance, owner: owner, host: host, isHeld: isHeld)
      proxies[lastInstance] = .some(proxy)
      return proxy
    }
    return nil
  }

  /// Removes an instance; its number stays taken until the runner has confirmed that.
  func remove(_ proxy: ProxyInstance) {
    guard isUp else { return }
    proxies[proxy.number] = .some(nil)
    receiver.forget(proxy.number)
    send(.destroy, FrameAddress(instance: proxy.number, epoch: proxy.epoch, other: receipt(for: proxy)), EmptyBody())
  }

  // MARK: orders

  /// Sends an order; it goes out at the end of the turn.
  @discardableResult
  func send(_ kind: OrderType, _ address: FrameAddress, _ body: some FrameBody) -> Bool {
    guard isUp else { return false }
    care.crossings.note(kind)
    tightenBeat()
    do throws(FrameFault) {
      return try sender.send(kind, address, body)
    } catch {
      fail(.protocolFault("\(error)"))
      return false
    }
  }

  /// Returns a ticket whose answer nobody waits for.
  func receipt(for proxy: ProxyInstance) -> UInt64 { tickets.receipt(instance: proxy.number) }

  /// Sends an order; `receive` is called with its answer, or with nil when the runner is gone.
  func request(
    _ kind: OrderType, of proxy: ProxyInstance, _ body: some FrameBody, _ receive: @escaping (RunnerAnswer?) -> Void
  ) {
    guard isUp else { return receive(nil) }
    let ticket = tickets.open(instance: proxy.number, receive)
    send(kind, FrameAddress(instance: proxy.number, epoch: proxy.epoch, other: ticket), body)
    publish()
  }

  /// Sends an order and waits for its answer; nil when the runner is gone, and when it is ended because none came in time.
  ///
  /// Words that come meanwhile are taken in order.
  ///
  /// - Parameters:
  ///   - extras: the things that the answer may bring over the socket.
  ///   - luggage: sends over the socket what belongs to the order with that ticket; false when the socket takes no more.
  func question(
    _ kind: OrderType, of proxy: ProxyInstance, call: UInt64 = 0, _ body: some FrameBody, as function: PluginCall, milliseconds: UInt32,
    _ extras: RunnerTickets.Extras = [], luggage: ((UInt64) -> Bool)? = nil
  ) -> RunnerAnswer? {
    let ticket = tickets.number()
    if let luggage, !luggage(ticket) { return RunnerAnswer(body: .failed(HSW_E_BUSY)) }
    tickets.open(ticket, instance: proxy.number, extras)
    defer { tickets.close(ticket) }
    guard send(kind, FrameAddress(instance: proxy.number, epoch: proxy.epoch, call: call, other: ticket), body) else { return nil }
    return wait(milliseconds: milliseconds, in: function) { tickets.answer(to: ticket) }
  }

  /// Waits until `answer` returns something; nil when the runner is gone, and when it is ended because nothing came in time.
  ///
  /// - Parameter function: the function that it is lost in then.
  func wait<Answer>(milliseconds: UInt32, in function: PluginCall?, _ answer: () -> Answer?) -> Answer? {
    publish()
    let deadline = LoopClock.awake() + UInt64(milliseconds) * 1_000_000
    while isUp {
      // Bounded, so that the time-out counts also for a runner that never stops talking; the rest wakes this wait at once.
      look(most: Self.turn.frames)
      publish()
      if let answer = answer() { return answer }
      let now = LoopClock.awake()
      guard now < deadline else {
        // The function that the runner is in tells more: a detach also waits for the end of a tick.
        fail(.silence, in: CallWatch.function(in: memory.value(of: .watch)) ?? function)
        return nil
      }
      guard isUp else { return nil }
      wake.wait(milliseconds: CInt(clamping: (deadline - now) / 1_000_000 + 1))
    }
    return nil
  }

  private func publish() {
    guard isUp else { return }
    do throws(FrameFault) {
      if try sender.publish() { runnerWake.signal() }
    } catch {
      fail(.protocolFault("\(error)"))
    }
  }

  // MARK: LoopSource

  var descriptor: CInt { wake.number }

  func run() {
    let wakes = wake.drain()
    let before = care.heard
    look(most: Self.turn.frames)
    judge(wakes: wakes, areEmpty: care.heard == before)
  }

  func endTurn() { publish() }

  func abandon() {
    hasEnded.store(true, ordering: .releasing)
    process.kill()
    audioMemory.end()
  }

  // MARK: words

  /// Takes the words that have come, and then the end of the process.
  func look(most: Int) {
    // The end is asked for first: what a process said before its end is then taken whole.
    let end = process.end
    if end != nil { care.heard += 1 }
    takeOutput()
    var isEmpty = false
    do throws(FrameFault) {
      isEmpty = try takeWords(most: end == nil ? most : .max)
    } catch {
      // Of a process that has ended, its end counts.
      if end == nil { return fail(.protocolFault("\(error)")) }
    }
    if let end { return fail(RunnerDeath.Cause(end)) }
    guard isUp else { return }
    // Without an announcement of sleep the next turn goes on with what is left.
    if !isEmpty { wake.signal() }
    hearSocket()
  }

  /// Takes at most that many words; true when none is left, and the runner is asked to wake this side.
  private func takeWords(most: Int) throws(FrameFault) -> Bool {
    receiver.wakeUp()
    defer {
      if receiver.release() { runnerWake.signal() }
      // Not for each word: the counts are behind a lock.
      if let latest { judgeBreaches(of: latest) }
    }
    while isUp {
      guard receiver.taken.frames < most, receiver.taken.bytes < Self.turn.bytes || most == .max else { return false }
      let isAnyOpen = care.flaw == .passesInstances
      guard let message = try receiver.next(isOpen: { $0 == 0 || $0 == latest?.number || proxies[$0] != nil || isAnyOpen }) else {
        if receiver.sleep() { return true }
        continue
      }
      care.heard += 1
      if let flaw = care.flaw { try flaw.passing { () throws(FrameFault) in try take(message) } } else { try take(message) }
    }
    return true
  }

  private func take(_ message: FrameMessage<WordType>) throws(FrameFault) {
    care.crossings.note(message.kind)
    switch message.kind {
    case .answer: try answer(message)
    case .beat: try hearBeat(try message.body(BeatBody.self), message.address)
    case .synced: try hearSynced(message)
    case .turnEnd: try message.check()
    default:
      guard message.address.instance != 0 else { throw .instance(0) }
      // A word of an instance that is destroyed comes too late.
      guard let proxy = instance(message.address.instance) else { return try drop(message) }
      tightenBeat()
      try proxy.hear(message)
    }
  }

  /// The instance of that number; nil for one that is destroyed.
  private func instance(_ number: UInt16) -> ProxyInstance? {
    if let latest {
      if latest.number == number { return latest }
      judgeBreaches(of: latest)
    }
    guard let known = proxies[number], let proxy = known else { return nil }
    latest = proxy
    return proxy
  }

  private func answer(_ message: FrameMessage<WordType>) throws(FrameFault) {
    let body = try message.body(AnswerBody.self)
    let (ticket, instance) = (message.address.other, message.address.instance)
    // The runner has sent the bytes ahead of this answer, but the socket may not have been read.
    if body.hasBlob, tickets.waitsForBlob(ticket) { hearSocket() }
    switch try tickets.take(body, ticket, from: instance) {
    case .loop: break
    case .function(let receive): receive()
    case .receipt:
      // A destroyed instance has no other receipts: orders are answered in their order.
      if let known = proxies[instance], known == nil, !tickets.hasReceipts(instance) {
        proxies[instance] = nil
        if proxies.isEmpty { finish() }
      }
    }
  }

  /// Takes what is on the socket.
  func hearSocket() {
    while isUp {
      switch socket.receive() {
      case .message(let message):
        care.heard += 1
        if message.type == .parcel {
          if tickets.keepParcel(message) { continue }
        } else {
          defer { for descriptor in message.descriptors { close(descriptor) } }
          if message.type == .blob, tickets.keepBlob(message) { continue }
        }
        fail(.protocolFault("a message on its socket that nobody asked for"))
      case .rubbish where care.flaw == .passesRubbish: continue
      case .rubbish(let sentence): fail(.protocolFault(sentence))
      case .nothing: return
      case .end: return loseConnection()
      }
    }
  }

  // MARK: the end

  /// Ends the runner if it has no instance.
  func endIfUnused() { if proxies.isEmpty { finish() } }

  /// Ends the runner, which has said what an intact one does not say.
  func breach(_ fault: FrameFault) { fail(.protocolFault("\(fault)")) }

  /// Kills a runner that has taken nothing over; its instances are not lost with it.
  func dismiss() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    endCare()
    audioMemory.end()
    process.kill()
    proxies = [:]
    for receive in tickets.end() { receive(nil) }
    whenEnded.take()?()
  }

  /// Ends the runner, which has no instance any more.
  private func finish() {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    endCare()
    audioMemory.end()
    // No listener remains for the process, so the end of the socket is not awaited.
    _ = socket.send(.shut, EmptyBody())
    process.end(withinMilliseconds: Self.endPatience)
    whenEnded.take()?()
  }

  /// Ends the runner, and loses every instance that it has.
  func fail(_ cause: RunnerDeath.Cause, in function: PluginCall? = nil) {
    guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
    fate.lose()
    process.kill()
    audioMemory.end()
    let last = function ?? CallWatch.function(in: memory.value(of: .watch))
    endCare()
    let death = RunnerDeath(cause, in: last?.name, place: process.crash?.place)
    report(death)
    self.death = death
    if let flaw = care.flaw { flaw.tell(death, to: proxies) } else { for proxy in proxies.values { proxy?.lose(death) } }
    proxies = [:]
    for receive in tickets.end() { receive(nil) }
    whenEnded.take()?()
  }
}
