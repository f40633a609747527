internal import RunnerChannel
internal import TransportABI

/// An upgrade after which the old process finishes its calls beside the new one.
///
/// It ends the old instances when none of them has anything left to do, or at a limit. If the old process dies, its calls end, and the new
/// versions learn that they are alone. If the new one dies, the old instances are the providers' again.
///
/// `@unchecked Sendable`: all its functions run on the loop's thread, but `poke`, `status` and the constants, which any thread uses.
final class RunnerDrain: @unchecked Sendable {
  /// A provider with its two instances.
  struct Member {
    weak var delegate: TransportProviderDelegate?
    let former: TransportInstance
    let heir: TransportInstance
    let old: ProxyInstance
    let new: ProxyInstance
  }

  private let way: UpgradeWay
  private let seat: RunnerSeat
  private let old: RunnerLink
  private let new: RunnerLink
  private let members: [Member]
  private let deadline: UInt64
  private var isEnding = false
  private var isOver = false

  /// - Parameter drain: the limit on the time for the old calls, in milliseconds.
  init(_ way: UpgradeWay, of seat: RunnerSeat, from old: RunnerLink, to new: RunnerLink, _ members: [Member], drain: UInt32) {
    (self.way, self.seat, self.old, self.new, self.members) = (way, seat, old, new, members)
    deadline = LoopClock.now() + UInt64(drain) * 1_000_000
  }

  /// Begins: the new instances are the providers' from now on.
  func begin() {
    for link in [old, new] { link.whenEnded = { [self] in poke() } }
    _ = old.loop.timers.add(at: deadline, period: 0, .run(self) { [self] in endAll() })
    for member in members {
      member.delegate?.seat(member.heir, offers: member.heir.tables?.offers ?? [], drain: self, canReturn: way == .sockets)
    }
    poke()
  }

  /// Looks at everything anew, after the present turn; any thread.
  func poke() { old.loop.add(.run { [self] in look() }) }

  /// The providers of the old process that still have an instance in it, with the number of their calls; any thread.
  var left: [(delegate: TransportProviderDelegate, calls: Int)] {
    members.compactMap { member in
      guard let delegate = member.delegate, delegate.seats.role(of: member.former) == .former else { return nil }
      return (delegate, member.former.callCount)
    }
  }

  /// The number of the old process; nil when it has ended.
  var pid: Int32? { old.isUp ? old.process.pid : nil }

  private func look() {
    guard !isOver else { return }
    guard old.isUp else { return concludeWithoutOld() }
    guard !isEnding else { return }
    let states = members.map { $0.delegate?.stateOfFormer($0.former) ?? .gone }
    if way == .sockets, !new.isUp { return goBack() }
    if states.contains(.present) {
      // One instance alone was lost. All providers of a process have one version, so the others follow it.
      return new.fail(.withdrawn)
    }
    if way == .overlap {
      for (member, state) in zip(members, states) where state == .idle || state == .busy && !takesStarts(member) { closeByDrain(member) }
    } else if states.allSatisfy({ $0 == .idle || $0 == .gone }) {
      endAll()
    }
  }

  private func takesStarts(_ member: Member) -> Bool { member.delegate?.seats.former?.takesStarts == true }

  /// Has an instance of the old version end its calls within the limit, by the contract's own drain.
  private func closeByDrain(_ member: Member) {
    let left = deadline.subtractingReportingOverflow(LoopClock.now())
    member.delegate?.closeFormer(member.former, drainMilliseconds: left.overflow ? 0 : UInt32(clamping: left.partialValue / 1_000_000))
  }

  /// Ends all old instances, with their calls.
  private func endAll() {
    guard !isOver, !isEnding else { return }
    isEnding = true
    for member in members { member.delegate?.closeFormer(member.former, drainMilliseconds: 0) }
  }

  /// Ends the upgrade, because the old process has ended.
  private func concludeWithoutOld() {
    over()
    seat.endDrain()
    guard way == .sockets else { return }
    for member in members where new.isUp && member.heir.canSpeak { _ = member.new.settleHandover(.alone) }
  }

  /// Makes the old version the present one again, because the new process has ended.
  private func goBack() {
    over()
    seat.takeBack()
    for member in members where old.isUp && member.former.canSpeak { _ = member.old.settleHandover(.refused) }
  }

  private func over() {
    isOver = true
    (old.whenEnded, new.whenEnded) = (nil, nil)
    _ = old.loop.timers.removeAll(of: self)
  }
}
