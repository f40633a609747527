internal import Locking
internal import RunnerChannel
internal import TransportABI

/// The instances of a runner on their way into the process of another version.
///
/// `@unchecked Sendable`: all its functions run on the loop's thread.
final class UpgradeCrew: @unchecked Sendable {
  /// An instance with its two versions.
  fileprivate final class Member {
    let delegate: TransportProviderDelegate
    let owner: TransportInstance
    /// The new version's own instance, for calls of its own; nil where the calls move.
    let heir: TransportInstance?
    let old: ProxyInstance
    let new: ProxyInstance
    /// The new version's functions; nil until it is created.
    var tables: PluginTables?
    /// True once the old version has stopped.
    var hasGiven = false

    init(
      _ delegate: TransportProviderDelegate, _ owner: TransportInstance, _ heir: TransportInstance?, _ old: ProxyInstance,
      _ new: ProxyInstance
    ) {
      (self.delegate, self.owner, self.heir, self.old, self.new) = (delegate, owner, heir, old, new)
    }
  }

  /// The outcome of an attempt to move.
  enum Outcome: Sendable {
    /// The new version serves; neither version served for so many microseconds.
    case moved(microseconds: UInt64)
    /// A transport asks to be tried again.
    case busy
    /// The new version has refused or failed; the old one goes on.
    case refused(String)
    /// The old version has failed; its calls ended with it.
    case oldLost(String)
  }

  private let way: UpgradeWay
  private let old: RunnerLink
  private let new: RunnerLink
  private let opened: OpenedRunner
  private let members: [Member]

  /// Prepares a new process for the instances of the present one; nil when one of them is not active.
  init?(_ way: UpgradeWay, _ opened: OpenedRunner, beside old: RunnerLink, of delegates: [TransportProviderDelegate]) {
    let proxies = old.proxies.sorted { $0.key < $1.key }.compactMap(\.value)
    guard old.isUp, !proxies.isEmpty, proxies.count == old.proxies.count else { return nil }
    let new = opened.connect(on: old.loop)
    var members: [Member] = []
    for proxy in proxies {
      guard let owner = proxy.owner as? TransportInstance, owner.books({ $0.phase == .active && !$0.isClosing }),
        let delegate = delegates.first(where: { $0.instance === owner }),
        let member = Self.member(way, delegate, owner, proxy, new)
      else {
        Self.dismiss(new, members)
        return nil
      }
      members.append(member)
    }
    (self.way, self.old, self.new, self.opened, self.members) = (way, old, new, opened, members)
  }

  private static func member(
    _ way: UpgradeWay, _ delegate: TransportProviderDelegate, _ owner: TransportInstance, _ old: ProxyInstance, _ new: RunnerLink
  ) -> Member? {
    guard way != .calls else {
      return new.add(owner, old.host, isHeld: true).map { Member(delegate, owner, nil, old, $0) }
    }
    let settings = delegate.currentSettings
    let heir = TransportInstance(owner.transport, settings: settings, sink: delegate, on: new.loop, ownsLoop: false)
    let host = HostTables.host(for: heir.context, name: settings.hostName, version: settings.hostVersion)
    guard let proxy = new.add(heir, ProxyHost(host), isHeld: true) else {
      heir.finish(nil)
      return nil
    }
    delegate.expect(heir)
    return Member(delegate, owner, heir, old, proxy)
  }

  /// The number of instances.
  var count: Int { members.count }

  /// True when every instance, in both versions, offers the way.
  var offersWay: Bool {
    guard let handover = way.handover else { return true }
    return members.allSatisfy { $0.old.handsOver(by: handover) && $0.new.handsOver(by: handover) }
  }

  /// Creates and initialises the new version of an instance; `report` receives the reason why it failed, or nil.
  func create(_ index: Int, _ report: @escaping (String?) -> Void) {
    let member = members[index]
    let body = member.new.createBody(member.owner.transport.descriptor.id, member.old.configuration)
    new.request(.create, of: member.new, body) { [self] answer in
      guard let answer else { return report(newDeath) }
      let step = StepAnswer(answer.body)
      guard step.status == HSW_OK else { return report(Self.sentence(step)) }
      report(fetch(member))
    }
  }

  /// Reads the functions of a new version; returns the reason why that is not possible.
  private func fetch(_ member: Member) -> String? {
    var tables = PluginTables(instance: member.new.lend().pointee)
    do throws(PluginTables.ExtensionError) {
      try tables.fetch()
    } catch {
      return "get_extension(\(error.id)): \(error.reason)"
    }
    member.tables = tables
    guard let heir = member.heir else { return nil }
    heir.tables = tables
    heir.audio.withLock { $0.memory = new.audioMemory }
    heir.books { $0.phase = .initialized }
    heir.openGate()
    return nil
  }

  /// The reason why the new process is gone.
  private var newDeath: String { new.death?.description ?? "its process is gone" }

  private static func sentence(_ step: StepAnswer) -> String {
    step.sentence.isEmpty ? "\(step.function) answered \(step.status)" : "\(step.function): \(step.sentence)"
  }

  // MARK: the move

  /// Moves all instances, or none; a transport that is busy is tried again until a time of `LoopClock.awake`.
  ///
  /// On the loop alone, so that no other work of the program delays an attempt. `report` is called once.
  func move(until deadline: UInt64, _ report: @escaping (Outcome) -> Void) {
    let outcome = move()
    guard case .busy = outcome, LoopClock.awake() < deadline else { return report(outcome) }
    _ = old.loop.timers.add(
      at: LoopClock.now() + Self.pause, period: 0, .run(self) { [self] in move(until: deadline, report) })
  }

  /// The pause between two attempts, in nanoseconds.
  private static let pause: UInt64 = 50_000_000

  /// Moves all instances, or none.
  ///
  /// Orders that come meanwhile wait in the loop's queue.
  private func move() -> Outcome {
    guard isUnchanged else { return .refused("its providers have changed meanwhile") }
    guard let way = way.handover else { return overlap() }
    for member in members {
      // Without a socket the transport gets none: most need none.
      let links = HandoverCargo.links()
      let status = member.old.prepareHandover(by: way, link: links?.old)
      member.old.handed.link = links?.new
      guard status == HSW_OK else { return failed(status, as: .prepare) }
    }
    let begin = LoopClock.awake()
    passGrid()
    for member in members {
      let status = member.old.giveHandover(by: way)
      guard status == HSW_OK else { return failed(status, as: .give) }
      member.hasGiven = true
      guard member.isWhole else { return refused("the two processes do not agree on its calls") }
    }
    if let reason = takeOver(by: way) { return refused(reason) }
    settle()
    return .moved(microseconds: (LoopClock.awake() - begin) / 1000)
  }

  /// True while the old runner has the same instances as when the crew was made, and all are active.
  private var isUnchanged: Bool {
    old.isUp && old.proxies.count == members.count
      && members.allSatisfy { member in
        old.proxies[member.old.number]??.owner === member.owner && member.owner.books { $0.phase == .active && !$0.isClosing }
      }
  }

  private func failed(_ status: hsw_status, as function: PluginCall) -> Outcome {
    guard old.isUp else { return .oldLost(old.death?.description ?? "its process is gone") }
    let isBusy = status == HSW_E_BUSY
    let outcome = refused("the old version: \(function.name) answered \(status)")
    return isBusy ? .busy : outcome
  }

  /// Has the old versions go on as before.
  private func refused(_ reason: String) -> Outcome {
    for member in members {
      member.hasGiven = false
      _ = member.old.settleHandover(.refused)
      member.old.handed = HandoverCargo()
    }
    return .refused(reason)
  }

  /// Has the new versions take everything, up to the point where nothing can fail any more; returns the reason of a failure.
  private func takeOver(by way: HandoverWay) -> String? {
    for member in members {
      let step = member.new.takeHandover(by: way, member.old.handed, member.heir == nil ? member.old.handedBooks : BooksBody())
      guard step.status == HSW_OK else { return new.isUp ? Self.sentence(step) : newDeath }
    }
    for member in members { if let reason = activate(member) { return reason } }
    for member in members { guard member.new.settleHandover(.taken) else { return newDeath } }
    return nil
  }

  /// Lets the new process tick on the host's grid.
  private func passGrid() {
    for (word, time) in [(ChannelMemory.Word.grid, old.memory.value(of: .grid)), (.audioOn, old.memory.value(of: .audioOn))] {
      new.memory.set(word, to: time)
    }
  }

  /// Activates a new version; returns the reason of a failure.
  private func activate(_ member: Member) -> String? {
    if let heir = member.heir {
      switch heir.activate() {
      case .done: return nil
      case .failed(let loss): return new.isUp ? loss.description : newDeath
      case .hangs: return newDeath
      }
    }
    var why = hsw_why()
    why.size = UInt32(MemoryLayout<hsw_why>.size)
    guard member.new.activate(&why) == HSW_OK else { return new.isUp ? "activate: \(BorrowedText.read(buffer: why.text))" : newDeath }
    guard member.new.attach(as: member.old) == HSW_OK else { return new.isUp ? "it does not take the rings of its calls" : newDeath }
    return nil
  }

  /// Has the new versions begin beside the old ones, of which nothing is taken.
  private func overlap() -> Outcome {
    passGrid()
    for member in members { if let reason = activate(member) { return .refused(reason) } }
    return .moved(microseconds: 0)
  }

  /// Makes the new versions the ones that serve.
  private func settle() {
    // By the other ways the old version keeps its calls, whose end is a loss of theirs.
    if way == .calls { for member in members { member.old.retire() } }
    for member in members { _ = member.old.settleHandover(.taken) }
    guard way == .calls else { return }
    let memory = old.audioMemory
    memory.move(to: new.memory)
    memory.setThread(opened.mediaThread, of: opened.process.pid)
    (old.audioMemory, new.audioMemory) = (new.audioMemory, memory)
    for member in members {
      let former = member.owner.change(to: member.tables)
      // The old version is destroyed in its process, and says nothing of that.
      former?.instance.destroy?(former?.instance.ctx)
      release(member)
    }
  }

  private func release(_ member: Member) {
    do throws(FrameFault) {
      try member.new.release()
    } catch {
      new.breach(error)
    }
  }

  /// Makes the new versions' own instances those of the providers; the old ones finish their calls.
  ///
  /// - Parameter drain: the limit on the time for that, in milliseconds.
  func drain(in seat: RunnerSeat, _ start: RunnerStart, drain milliseconds: UInt32) {
    let pairs = members.compactMap { member in
      member.heir.map { RunnerDrain.Member(delegate: member.delegate, former: member.owner, heir: $0, old: member.old, new: member.new) }
    }
    let drain = RunnerDrain(way, of: seat, from: old, to: new, pairs, drain: milliseconds)
    seat.change(to: new, opened, start, draining: drain)
    drain.begin()
    for member in members {
      release(member)
      member.heir?.books { if !$0.hasSaidLine { $0.words.append(.line(.ready, retryAfterMilliseconds: 0, nil)) } }
    }
  }

  /// Ends the new process, which has taken nothing over.
  func dismiss() { Self.dismiss(new, members) }

  private static func dismiss(_ new: RunnerLink, _ members: [Member]) {
    new.dismiss()
    for member in members {
      if member.tables != nil { member.new.discard() }
      guard let heir = member.heir else { continue }
      heir.tables = nil
      heir.finish(nil)
      member.delegate.expect(nil)
    }
  }

  /// The connection to the new process.
  var link: RunnerLink { new }
}

extension UpgradeWay {
  /// The way of the contract's handover; nil without one.
  var handover: HandoverWay? {
    switch self {
    case .calls: .calls
    case .sockets: .sockets
    case .overlap, .idle: nil
    }
  }
}

extension UpgradeCrew.Member {
  /// True when the old process knows every call that the host knows.
  fileprivate var isWhole: Bool {
    let known = Set(old.handedBooks.calls.map(\.handle))
    return owner.books { $0.books }.calls.allSatisfy { known.contains($0.handle) }
  }
}

extension TransportInstance {
  /// Has another version of the plugin carry out the orders from now on, with the same calls and rings; returns the former functions. [loop]
  func change(to new: PluginTables?) -> PluginTables? {
    guard let new else { return nil }
    let former = tables
    tables = new
    books { $0.words.append(.upgraded(offers: new.offers)) }
    return former
  }
}
