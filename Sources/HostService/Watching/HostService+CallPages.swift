internal import CallControl
internal import Dispatch
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON
internal import Synchronization

/// The clock of pages of calls: it looks a fifth of a second after a change, so that many changes cost one look.
final class PageClock: ClockClient {
  /// The time from a change to the look.
  static let delay = Duration.milliseconds(200)

  private let next = Locked<Instant?>(nil)
  private let look = LockedFunction<@Sendable () -> Void>()
  private let clock: any HostClock
  // The pages of ten thousand calls cost milliseconds, which the thread of the time-outs must not spend.
  private let queue = DispatchQueue(label: "hookswitch.pages", qos: .utility)

  /// Creates a clock that stands still.
  init(_ clock: any HostClock) { self.clock = clock }

  /// Looks once, after the delay; `body` runs on a queue of its own.
  func begin(_ body: @escaping @Sendable () -> Void) {
    look.set(body)
    let due = clock.now.advanced(by: Self.delay)
    let isNew = next.withLock { next in
      guard next == nil else { return false }
      next = due
      return true
    }
    if isNew { clock.wake(self, noLaterThan: due) }
  }

  var nextDeadline: Instant? { next.withLock { $0 } }

  func timeCame() {
    let now = clock.now
    let isDue = next.withLock { next in
      guard let due = next, due <= now else { return false }
      next = nil
      return true
    }
    if isDue { queue.async { [look] in look.value?() } }
  }

  func settle() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }
}

// Pages of calls.
extension HostService {
  func subscribeCalls(_ call: MethodCall) throws(MethodError) -> JSONValue {
    let choice = CallChoice(
      call.parameters, scope: call.rights.scope(of: .callsSubscribe) ?? .only([]), seesNumbers: !call.rights.masksNumbers)
    try check(choice)
    endPage(of: call.session)
    // The view comes first, so that no change falls between the page and the view.
    state.withLock { $0.sessions[call.session]?.callPage = CallPageView(choice, first: CallPage()) }
    let page = CallPage(choice, of: host.core.snapshots(of: nil), recorded: recordings.live)
    state.withLock { $0.sessions[call.session]?.callPage = CallPageView(choice, first: page) }
    hasPages.store(true, ordering: .relaxed)
    pageChanged()
    return page.json(since: nil, revision: 1, by: wallClock)
  }

  /// Refuses a choice beyond the limits.
  func check(_ choice: CallChoice) throws(MethodError) {
    guard 1...CallChoice.limit ~= choice.limit else { throw Self.invalid("/limit", "1 to \(CallChoice.limit)") }
    guard choice.page >= 0 else { throw Self.invalid("/page", "0 or more") }
    guard 0...CallChoice.ringingLimit ~= choice.ringing else { throw Self.invalid("/ringing", "0 to \(CallChoice.ringingLimit)") }
  }

  func unsubscribeCalls(_ call: MethodCall) -> JSONValue {
    endPage(of: call.session)
    return .object([])
  }

  /// Ends the page of a session, here or at another node.
  func endPage(of session: Int) {
    endFeeds(of: session, .page)
    state.withLock { $0.sessions[session]?.callPage = nil }
  }

  /// Looks at the pages soon; called after each change of a line.
  func pageChanged() { pages.begin { [weak self] in self?.lookAtPages() } }

  private func lookAtPages() {
    let wanted = state.withLock { $0.sessions.compactMapValues { $0.callPage?.choice } }
    guard !wanted.isEmpty else { return }
    let (snapshots, recorded) = (host.core.snapshots(of: nil), recordings.live)
    var made: [CallChoice: CallPage] = [:]
    for choice in wanted.values where made[choice] == nil { made[choice] = CallPage(choice, of: snapshots, recorded: recorded) }
    state.withLock { state in
      for (session, choice) in wanted where state.sessions[session]?.callPage?.choice == choice {
        if let page = made[choice] { state.sessions[session]?.callPage?.put(page) }
      }
    }
    send([], waking: Array(wanted.keys))
  }

  /// Returns the next notification of a connection's page; none while it has the newest.
  func callLines(of session: Int) -> [String] {
    guard let (old, new, revision) = state.withLock({ $0.sessions[session]?.callPage?.take() }) else { return [] }
    let members = new.json(since: old, revision: revision, by: wallClock)
    return ["{\"jsonrpc\":\"2.0\",\"method\":\"\(NotificationName.calls.rawValue)\",\"params\":\(members.text)}"]
  }
}
