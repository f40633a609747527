package import CallControl
internal import Dispatch
internal import FoundationEssentials
internal import Locking
internal import Synchronization

/// A registered provider: its delegate, and the lane on which the host calls it.
///
/// A lane is a serial queue of the provider's own, so a delegate that is slow or hangs delays no other (V7). A direct delegate promises
/// never to block, since it only queues what it receives; the thread that drains the line calls it at once.
package final class ProviderBox: Sendable {
  /// Work for the lane, with the lane's delegate.
  typealias Work = @Sendable ((any ProviderDelegate)?) -> Void

  /// The delegate and its lane, which change together.
  private struct Seat: Sendable {
    var hold: DelegateHold
    var lane: DispatchQueue
    /// Grows with each change, and so identifies work queued for an earlier delegate.
    var number: UInt64 = 0
    /// Work queued for an earlier delegate and not begun; the new lane does it first.
    var carried: [Work] = []
  }

  let provider: Provider
  /// Restarts the provider after a loss, if possible.
  let restart: (@Sendable (Provider) -> Void)?
  /// Closes the transport behind a retired provider, if any.
  let close: (@Sendable (_ completion: @escaping @Sendable () -> Void) -> Void)?
  let misbehaviour = Locked(MisbehaviourCount())
  /// The missing delegate functions that were logged already.
  let missing = Locked<Set<String>>([])
  /// A direct delegate, which never changes.
  private let direct: (any ProviderDelegate)?
  private let seat: Locked<Seat>
  private let activity: Activity
  /// True while only a delegate is missing to make the provider ready.
  let waitsForDelegate: Atomic<Bool>
  private let hasRetired = Atomic<Bool>(false)

  init(
    _ provider: Provider, delegate: (any ProviderDelegate)?, queue: DispatchQueue?, isDirect: Bool, activity: Activity,
    restart: (@Sendable (Provider) -> Void)? = nil, close: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) {
    self.provider = provider
    direct = isDirect ? delegate : nil
    seat = Locked(Seat(hold: delegate.map { .kept($0) } ?? .none, lane: Self.lane(provider.id, queue)))
    self.restart = restart
    self.close = close
    self.activity = activity
    waitsForDelegate = Atomic(delegate == nil)
  }

  private static func lane(_ id: ProviderID, _ queue: DispatchQueue?) -> DispatchQueue {
    DispatchQueue(label: "hookswitch.provider.\(id)", qos: .userInitiated, target: queue)
  }

  package var id: ProviderID { provider.id }

  /// The delegate and its ownership.
  package var hold: DelegateHold { seat.withLock { $0.hold } }

  /// The delegate, if any.
  package var delegate: (any ProviderDelegate)? { direct ?? hold.delegate }

  /// True when the thread that drains the line calls the delegate.
  package var isDirect: Bool { direct != nil }

  /// Calls the delegate's begin after `register`, and before anything else.
  func begin(_ register: () -> Void) {
    let lane = seat.withLock { $0.lane }
    lane.suspend()
    if !isDirect { call { $0.providerDidBegin($1) } }
    register()
    lane.resume()
    if isDirect { call { $0.providerDidBegin($1) } }
  }

  /// Replaces the delegate; the new one receives `providerDidBegin`, and then the work that its predecessor had not begun.
  ///
  /// The new lane starts when the old one's present work is done, so the two delegates are never called at once.
  func setDelegate(_ hold: DelegateHold, queue: DispatchQueue?) {
    let new = Self.lane(id, queue)
    new.suspend()
    missing.withLock { $0 = [] }
    activity.enter()
    let old = seat.withLock { seat in
      defer {
        seat.hold = hold
        seat.lane = new
        seat.number += 1
      }
      new.async { [self, number = seat.number + 1] in
        takeOver(number)
        activity.leave()
      }
      return seat.lane
    }
    old.async { new.resume() }
  }

  /// Begins a new lane with the delegate's begin and the carried work.
  private func takeOver(_ number: UInt64) {
    guard
      let (delegate, carried) = seat.withLock({ seat -> ((any ProviderDelegate)?, [Work])? in
        guard seat.number == number else { return nil }
        defer { seat.carried = [] }
        return (seat.hold.delegate, seat.carried)
      })
    else { return }
    if !isRetired { delegate?.providerDidBegin(provider) }
    for work in carried { work(delegate) }
  }

  /// True when the delegate must not be called again.
  var isRetired: Bool { hasRetired.load(ordering: .acquiring) }

  /// Stops all further calls of the delegate (P2).
  func retire() {
    hasRetired.store(true, ordering: .releasing)
  }

  /// Calls the delegate in its turn, if there is one.
  package func call(_ body: @escaping @Sendable (any ProviderDelegate, Provider) -> Void) {
    if let direct {
      if !isRetired { body(direct, provider) }
    } else {
      onLane { [self] delegate in
        if !isRetired, let delegate { body(delegate, provider) }
      }
    }
  }

  /// Runs work on the provider's lane, even after it was retired.
  package func onLane(_ body: @escaping @Sendable () -> Void) {
    onLane { _ in body() }
  }

  /// Runs work with the delegate on its lane, even after the provider was retired.
  func onLane(_ body: @escaping Work) {
    activity.enter()
    // Queued under the lock, so that work stays in order with changes of lanes.
    seat.withLock { seat in
      seat.lane.async { [self, number = seat.number] in
        let work: Work = { [activity] delegate in
          body(delegate)
          activity.leave()
        }
        // Delegate and lane are read together, so that a lane never calls another lane's delegate.
        let served: ((any ProviderDelegate)?)? = self.seat.withLock { seat in
          if seat.number == number { return .some(seat.hold.delegate) }
          seat.carried.append(work)
          return nil
        }
        if let delegate = served { work(delegate) }
      }
    }
  }

  /// Gives a verdict to the call's reporter, on the lane, after everything earlier.
  func answer(_ verdict: @escaping IncomingVerdict, _ error: CallError?) {
    if isDirect { verdict(error) } else { onLane { verdict(error) } }
  }

  /// Tells the delegate that an action's deadline passed (T2).
  func timedOut(_ name: UUID, _ ticket: ActionTicket) {
    call { delegate, provider in delegate.provider(provider, timedOutPerforming: ticket.action(named: name)) }
  }

  /// Tells the delegate that an action no longer makes sense.
  func cancelled(_ name: UUID, _ ticket: ActionTicket) {
    call { delegate, provider in delegate.provider(provider, cancelled: ticket.action(named: name)) }
  }
}
