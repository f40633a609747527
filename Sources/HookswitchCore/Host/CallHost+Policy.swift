public import CallControl
internal import Locking

extension CallHost {
  /// Switches do-not-disturb on or off; while it is on, only callers of `letThrough` ring on the line (I1).
  ///
  /// For `each`, it applies to future calls that get a line of their own.
  public func setDoNotDisturb(_ isOn: Bool, on line: LineID = .main) {
    if line == .each { return core.board.withLock { $0.disturbsNoneOfEach = isOn } }
    core.tell(.doNotDisturb(isOn), line: line)
  }

  /// Replaces a line's policy, also while it has calls.
  public func setPolicy(_ policy: LinePolicy, for line: LineID = .main) {
    let isThere = core.board.withLock { board in
      board.policies[line] = policy
      return board.lines[line] != nil
    }
    if isThere { core.tell(.policy(policy), line: line) }
  }

  /// Replaces the policy of all lines that have none of their own, also of those that begin later.
  ///
  /// - Parameter policy: the new policy.
  public func setUsualPolicy(_ policy: LinePolicy) {
    let lines = core.board.withLock { board in
      board.policy = policy
      return board.lines.keys.filter { board.policies[$0] == nil }
    }
    for line in lines { core.tell(.policy(policy), line: line) }
  }

  /// The policy of all lines that have none of their own.
  package var usualPolicy: LinePolicy { core.board.withLock { $0.policy } }

  /// Lets a line have the policy of all lines again.
  ///
  /// - Parameter line: the line.
  public func withdrawPolicy(of line: LineID) {
    let usual = core.board.withLock { board -> LinePolicy? in
      guard board.policies.removeValue(forKey: line) != nil, board.lines[line] != nil else { return nil }
      return board.policy
    }
    if let usual { core.tell(.policy(usual), line: line) }
  }

  /// Returns the policy of a line.
  public func policy(of line: LineID = .main) -> LinePolicy {
    core.board.withLock { $0.policies[line] ?? $0.policy }
  }

  /// Blocks a caller on all lines (I1).
  public func block(_ handle: Handle) {
    core.board.withLock { $0.switchboard.block(handle) }
  }

  /// Unblocks a caller.
  public func unblock(_ handle: Handle) {
    core.board.withLock { $0.switchboard.unblock(handle) }
  }

  /// The blocked callers.
  ///
  /// Reading takes as long as sorting the list, but never delays a call.
  public var blockList: [Handle] { core.board.withLock { $0.switchboard.blocked }.handles }

  /// The callers that ring although do-not-disturb is on.
  public var letThrough: [Handle] {
    get { core.board.withLock { $0.switchboard.letThrough } }
    set { core.board.withLock { $0.switchboard.letThrough = newValue } }
  }

  /// Lets one caller ring while do-not-disturb is on, or no longer.
  package func setLetThrough(_ handle: Handle, _ isOn: Bool) {
    core.board.withLock { board in
      let others = board.switchboard.letThrough.filter { !board.switchboard.handles.matches($0, handle) }
      board.switchboard.letThrough = others + (isOn ? [handle] : [])
    }
  }

  /// Sets the program that answers for a screener; a screener with nil lets every call ring.
  ///
  /// A line asks all screeners in its policy at once (`LinePolicy.screeners`).
  public func setScreener(_ screener: ScreenerID, _ program: Screener?) {
    var identifying: IdentifyingScreener?
    if let program { identifying = { request in (await program(request), nil) } }
    core.screeners.set(screener, identifying)
  }

  /// Sets the program of a screener that also identifies callers by a name and a label.
  ///
  /// The name replaces the one in its provider's announcement. Of several screeners, the first in the policy takes precedence.
  public func setIdentifyingScreener(_ screener: ScreenerID, _ program: @escaping IdentifyingScreener) {
    core.screeners.set(screener, program)
  }

  /// Adds a kind of handle, or replaces one with the same identifier.
  ///
  /// Blocked handles and those let through are compared by the new rules.
  public func register(_ type: some HandleType) {
    core.board.withLock { $0.switchboard.handles.register(type) }
  }
}

extension HostCore {
  /// Sends a line an event that is about no call, creating the line if needed.
  func tell(_ event: LineEvent, line: LineID) {
    while true {
      let box = board.withLock { $0.line(line) }
      if submit(.event(event), to: box) { return }
    }
  }
}
