public import CallControl
internal import Locking

extension CallHost {
  /// Switches do-not-disturb on or off: while it is on only callers of `letThrough` ring on the line (I1).
  ///
  /// For `each` it counts for all calls to come that get a line of their own.
  public func setDoNotDisturb(_ isOn: Bool, on line: LineID = .main) {
    if line == .each { return core.board.withLock { $0.disturbsNoneOfEach = isOn } }
    core.tell(.doNotDisturb(isOn), line: line)
  }

  /// Puts another policy in force on a line, whether there are calls on it or not.
  public func setPolicy(_ policy: LinePolicy, for line: LineID = .main) {
    let isThere = core.board.withLock { board in
      board.policies[line] = policy
      return board.lines[line] != nil
    }
    if isThere { core.tell(.policy(policy), line: line) }
  }

  /// The policy of a line.
  public func policy(of line: LineID = .main) -> LinePolicy {
    core.board.withLock { $0.policies[line] ?? $0.policy }
  }

  /// Refuses calls from this handle from now on, on all lines (I1).
  public func block(_ handle: Handle) {
    core.board.withLock { $0.switchboard.block(handle) }
  }

  /// Refuses calls from this handle no longer.
  public func unblock(_ handle: Handle) {
    core.board.withLock { $0.switchboard.unblock(handle) }
  }

  /// Who is refused.
  ///
  /// Takes as long as sorting the list, but never holds up a call.
  public var blockList: [Handle] { core.board.withLock { $0.switchboard.blocked }.handles }

  /// Who rings although do-not-disturb is on.
  public var letThrough: [Handle] {
    get { core.board.withLock { $0.switchboard.letThrough } }
    set { core.board.withLock { $0.switchboard.letThrough = newValue } }
  }

  /// Puts a program in charge of a screener's name; nil: nobody, and then it lets every call ring.
  ///
  /// A line asks the screeners that its policy names (`LinePolicy.screeners`), side by side.
  public func setScreener(_ screener: ScreenerID, _ program: Screener?) {
    var identifying: IdentifyingScreener?
    if let program { identifying = { request in (await program(request), nil) } }
    core.screeners.set(screener, identifying)
  }

  /// Puts a program in charge of a screener's name that gives callers a name and a label with its verdict.
  ///
  /// The call is shown with them: the name stands for whatever its provider said when it announced the call. Of several screeners the one that
  /// the policy names first counts.
  public func setIdentifyingScreener(_ screener: ScreenerID, _ program: @escaping IdentifyingScreener) {
    core.screeners.set(screener, program)
  }

  /// Adds a kind of handle that is compared by more than its text, or replaces the one of that name; what is blocked or let through is
  /// compared anew.
  public func register(_ type: some HandleType) {
    core.board.withLock { $0.switchboard.handles.register(type) }
  }
}

extension HostCore {
  /// Tells a line something that is about no call, making the line if it is not there.
  func tell(_ event: LineEvent, line: LineID) {
    while true {
      let box = board.withLock { $0.line(line) }
      if submit(.event(event), to: box) { return }
    }
  }
}
