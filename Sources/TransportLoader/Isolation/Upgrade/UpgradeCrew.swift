internal import RunnerChannel
internal import TransportABI

/// The instances of a runner on their way into the process of another version.
///
/// `@unchecked Sendable`: all its functions run on the loop's thread.
final class UpgradeCrew: @unchecked Sendable {
  /// An instance with its two versions.
  fileprivate final class Member {
    let owner: TransportInstance
    let old: ProxyInstance
    let new: ProxyInstance
    /// The new version's functions; nil until it is created.
    var tables: PluginTables?
    /// True once the old version has stopped.
    var hasGiven = false

    init(_ owner: TransportInstance, _ old: ProxyInstance, _ new: ProxyInstance) {
      (self.owner, self.old, self.new) = (owner, old, new)
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

  private let old: RunnerLink
  private let new: RunnerLink
  private let opened: OpenedRunner
  private let members: [Member]

  /// Prepares a new process for the instances of the present one; nil when one of them is not active.
  init?(_ opened: OpenedRunner, beside old: RunnerLink) {
    let proxies = old.proxies.sorted { $0.key < $1.key }.compactMap(\.value)
    guard old.isUp, !proxies.isEmpty, proxies.count == old.proxies.count else { return nil }
    let new = opened.connect(on: old.loop)
    var members: [Member] = []
    for proxy in proxies {
      guard let owner = proxy.owner as? TransportInstance, owner.books({ $0.phase == .active && !$0.isClosing }),
        let held = new.add(owner, proxy.host, isHeld: true)
      else {
        new.dismiss()
        return nil
      }
      members.append(Member(owner, proxy, held))
    }
    (self.old, self.new, self.opened, self.members) = (old, new, opened, members)
  }

  /// The number of instances.
  var count: Int { members.count }

  /// True when every instance, in both versions, hands itself over in that way.
  func handsOver(by way: HandoverWay) -> Bool { members.allSatisfy { $0.old.handsOver(by: way) && $0.new.handsOver(by: way) } }

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
  func move(by way: HandoverWay, until deadline: UInt64, _ report: @escaping (Outcome) -> Void) {
    let outcome = move(by: way)
    guard case .busy = outcome, LoopClock.awake() < deadline else { return report(outcome) }
    _ = old.loop.timers.add(
      at: LoopClock.now() + Self.pause, period: 0, .run(self) { [self] in move(by: way, until: deadline, report) })
  }

  /// The pause between two attempts, in nanoseconds.
  private static let pause: UInt64 = 50_000_000

  /// Moves all instances, or none.
  ///
  /// Orders that come meanwhile wait in the loop's queue.
  private func move(by way: HandoverWay) -> Outcome {
    guard isUnchanged else { return .refused("its providers have changed meanwhile") }
    for member in members {
      // Without a socket the transport gets none: most need none.
      let links = HandoverCargo.links()
      let status = member.old.prepareHandover(by: way, link: links?.old)
      member.old.handed.link = links?.new
      guard status == HSW_OK else { return failed(status, as: .prepare) }
    }
    let begin = LoopClock.awake()
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
      let step = member.new.takeHandover(by: way, member.old.handed, member.old.handedBooks)
      guard step.status == HSW_OK else { return new.isUp ? Self.sentence(step) : newDeath }
    }
    for (word, time) in [(ChannelMemory.Word.grid, old.memory.value(of: .grid)), (.audioOn, old.memory.value(of: .audioOn))] {
      new.memory.set(word, to: time)
    }
    for member in members {
      var why = hsw_why()
      why.size = UInt32(MemoryLayout<hsw_why>.size)
      guard member.new.activate(&why) == HSW_OK else {
        return new.isUp ? "activate: \(BorrowedText.read(buffer: why.text))" : newDeath
      }
      guard member.new.attach(as: member.old) == HSW_OK else { return new.isUp ? "it does not take the rings of its calls" : newDeath }
    }
    for member in members { guard member.new.settleHandover(.taken) else { return newDeath } }
    return nil
  }

  /// Makes the new versions the ones that serve.
  private func settle() {
    for member in members { _ = member.old.settleHandover(.taken) }
    let memory = old.audioMemory
    memory.move(to: new.memory)
    memory.setThread(opened.mediaThread, of: opened.process.pid)
    (old.audioMemory, new.audioMemory) = (new.audioMemory, memory)
    for member in members {
      let former = member.owner.change(to: member.tables)
      // The old version is destroyed in its process, and says nothing of that.
      former?.instance.destroy?(former?.instance.ctx)
      do throws(FrameFault) {
        try member.new.release()
      } catch {
        new.breach(error)
      }
    }
  }

  /// Ends the new process, which has taken nothing over.
  func dismiss() {
    new.dismiss()
    for member in members where member.tables != nil { member.new.discard() }
  }

  /// The connection to the new process.
  var link: RunnerLink { new }
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
