package import CallControl
internal import Dispatch
internal import Locking
internal import Synchronization

/// One registered provider: its delegate, and the lane on which it is called.
///
/// A lane is a serial queue of the provider's own: a delegate that is slow or hangs delays nobody else (V7). A delegate that promises never
/// to block, because it only puts what it is told into a queue of its own, is called at once by whoever drains the line instead.
package final class ProviderBox: Sendable {
  /// Something to be done on the lane, with the delegate that the lane serves.
  typealias Work = @Sendable ((any ProviderDelegate)?) -> Void

  /// The delegate and the lane that serves it; both change together.
  private struct Seat: Sendable {
    var hold: DelegateHold
    var lane: DispatchQueue
    /// Grows with each change, so that what was queued for an earlier delegate is recognised.
    var number: UInt64 = 0
    /// What was queued for an earlier delegate and not begun; the new lane does it first.
    var carried: [Work] = []
  }

  let provider: Provider
  /// Makes it anew after a loss; nil: nobody does.
  let restart: (@Sendable (Provider) -> Void)?
  /// Closes what is behind it once it is retired; nil: nothing is.
  let close: (@Sendable (_ completion: @escaping @Sendable () -> Void) -> Void)?
  let misbehaviour = Locked(MisbehaviourCount())
  /// Functions that its delegate lacks and that were told to the log.
  let missing = Locked<Set<String>>([])
  /// A delegate that is called by whoever drains the line; it never changes.
  private let direct: (any ProviderDelegate)?
  private let seat: Locked<Seat>
  private let activity: Activity
  /// True while it would be ready if it had a delegate.
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

  /// How its delegate is held.
  package var hold: DelegateHold { seat.withLock { $0.hold } }

  /// Its delegate; nil while it has none.
  package var delegate: (any ProviderDelegate)? { direct ?? hold.delegate }

  /// True while its delegate is called by whoever drains the line.
  package var isDirect: Bool { direct != nil }

  /// Lets the delegate begin, before anything else is asked of it and after `register` was done.
  func begin(_ register: () -> Void) {
    let lane = seat.withLock { $0.lane }
    lane.suspend()
    if !isDirect { call { $0.providerDidBegin($1) } }
    register()
    lane.resume()
    if isDirect { call { $0.providerDidBegin($1) } }
  }

  /// Puts another delegate in charge, which hears `providerDidBegin` and then what its predecessor had not begun with.
  ///
  /// The new lane starts when the old one has finished what it is doing, so that the two delegates are never called at once.
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

  /// Begins a new lane: with the delegate's begin, and with what was carried over.
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

  /// Whether the delegate must hear nothing more.
  var isRetired: Bool { hasRetired.load(ordering: .acquiring) }

  /// From now on the delegate hears nothing more (P2).
  func retire() {
    hasRetired.store(true, ordering: .releasing)
  }

  /// Calls the delegate, in its turn; without a delegate nothing is called.
  package func call(_ body: @escaping @Sendable (any ProviderDelegate, Provider) -> Void) {
    if let direct {
      if !isRetired { body(direct, provider) }
    } else {
      onLane { [self] delegate in
        if !isRetired, let delegate { body(delegate, provider) }
      }
    }
  }

  /// Does something on the provider's queue, even after it was retired.
  package func onLane(_ body: @escaping @Sendable () -> Void) {
    onLane { _ in body() }
  }

  /// Does something with the delegate on its queue, even after the provider was retired.
  func onLane(_ body: @escaping Work) {
    activity.enter()
    // Queued under the lock, so that the order is that of the changes of lanes too.
    seat.withLock { seat in
      seat.lane.async { [self, number = seat.number] in
        let work: Work = { [activity] delegate in
          body(delegate)
          activity.leave()
        }
        // The delegate is looked up together with the lane: another one is never called on this lane.
        let served: ((any ProviderDelegate)?)? = self.seat.withLock { seat in
          if seat.number == number { return .some(seat.hold.delegate) }
          seat.carried.append(work)
          return nil
        }
        if let delegate = served { work(delegate) }
      }
    }
  }

  /// Hands a verdict to whoever reported the call: on the lane, after all that was said before.
  func answer(_ verdict: @escaping IncomingVerdict, _ error: CallError?) {
    if isDirect { verdict(error) } else { onLane { verdict(error) } }
  }
}
