internal import CallControl
internal import Dispatch
internal import Locking
internal import Synchronization

/// One registered provider: its delegate, and the lane on which it is called.
///
/// A lane is a serial queue of the provider's own: a delegate that is slow or hangs delays nobody else (V7). A delegate that promises never to
/// block, because it only puts what it is told into a queue of its own, is called at once by whoever drains the line instead.
final class ProviderBox: Sendable {
  let provider: Provider
  let delegate: any ProviderDelegate
  /// Makes it anew after a loss; nil: nobody does.
  let restart: (@Sendable (Provider) -> Void)?
  /// Closes what is behind it once it is retired; nil: nothing is.
  let close: (@Sendable (_ completion: @escaping @Sendable () -> Void) -> Void)?
  let misbehaviour = Locked(MisbehaviourCount())
  /// Whether its delegate is called by whoever drains the line.
  let isDirect: Bool
  private let lane: DispatchQueue
  private let activity: Activity
  private let hasRetired = Atomic<Bool>(false)

  init(
    _ provider: Provider, delegate: any ProviderDelegate, lane: DispatchQueue, isDirect: Bool, activity: Activity,
    restart: (@Sendable (Provider) -> Void)?, close: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil
  ) {
    self.provider = provider
    self.delegate = delegate
    self.restart = restart
    self.close = close
    self.lane = lane
    self.isDirect = isDirect
    self.activity = activity
  }

  var id: ProviderID { provider.id }

  /// Lets the delegate begin, before anything else is asked of it and after `register` was done.
  func begin(_ register: () -> Void) {
    lane.suspend()
    if !isDirect { call { $0.providerDidBegin($1) } }
    register()
    lane.resume()
    if isDirect { call { $0.providerDidBegin($1) } }
  }

  /// Whether the delegate must hear nothing more.
  var isRetired: Bool { hasRetired.load(ordering: .acquiring) }

  /// From now on the delegate hears nothing more (P2).
  func retire() {
    hasRetired.store(true, ordering: .releasing)
  }

  /// Calls the delegate, in its turn.
  @inline(__always)
  func call(_ body: @escaping @Sendable (any ProviderDelegate, Provider) -> Void) {
    if isDirect {
      if !isRetired { body(delegate, provider) }
    } else {
      onLane { [self] in
        if !isRetired { body(delegate, provider) }
      }
    }
  }

  /// Does something on the provider's queue, even after it was retired.
  func onLane(_ body: @escaping @Sendable () -> Void) {
    activity.enter()
    lane.async { [activity] in
      body()
      activity.leave()
    }
  }

  /// Hands a verdict to whoever reported the call: on the lane, after all that was said before.
  func answer(_ verdict: @escaping IncomingVerdict, _ error: CallError?) {
    if isDirect { verdict(error) } else { onLane { verdict(error) } }
  }
}
