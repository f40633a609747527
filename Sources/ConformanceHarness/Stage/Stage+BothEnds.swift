internal import TransportABI

// Conditions at both ends of a call, which several tests of calls check.
extension Stage {
  /// Fails unless the far end already sees what the plugin has just reported.
  package func expectPeerNow(_ call: CallRef, _ wanted: String, _ condition: (PeerView) -> Bool) throws {
    // Too short for a network that the plugin did not wait for, and enough for a far end in a separate program.
    try expectPeer(call, wanted, within: loop.isRealTime ? .seconds(2) : .milliseconds(200), condition)
  }

  /// Waits until the call has ended for one of these reasons.
  package func expectEnd(_ call: CallRef, _ reasons: UInt32...) throws {
    try expect(call, is: .ended)
    let reason = try record(call).endReason ?? 0
    guard reasons.contains(reason) else {
      let wanted = reasons.map(EndReasonName.of).joined(separator: " or ")
      throw TestFailure("report_ended of \(call) gave \(EndReasonName.of(reason)), should be \(wanted)")
    }
  }

  /// Fails unless each of these calls is up at both ends.
  package func expectUp(_ calls: [CallRef], after what: String) throws {
    runWhatIsDue()
    for call in calls {
      guard try record(call).isUp else { throw TestFailure("\(what): \(call), another one, was reported ended") }
      guard try peer.see(call).state != "ended" else { throw TestFailure("\(what): the far end of \(call), another one, sees it ended") }
    }
  }

  /// Fails unless the action is refused or fails.
  package func expectFailure(_ action: ActionRef, _ what: String) throws {
    switch try outcome(action) {
    case .refused, .failed: return
    case let state: throw TestFailure("\(action.function) \(Self.describe(state)), though \(what)")
    }
  }

  /// Starts a call to an empty handle, which no transport can dial.
  package func startToNobody() throws -> ActionRef {
    try near.start(near.mintCall(), CallTarget(kind: peer.target().kind, handle: []))
  }

  /// Runs `body`, unless the plugin or its far end does not offer what it needs.
  package func ifOffered(_ body: () throws -> Void) throws {
    do { try body() } catch is TestSkip { return }
  }
}

// The choice of the far end.
extension Stage {
  /// Returns the command or the second instance that the run names as the far end, or else the plugin's test-peer.
  func chooseFarEnd() throws -> any FarEnd {
    if let command = run.peerCommand { return try CommandPeer(self, command: command) }
    if run.settings.far != nil { return try PairedPeer(self) }
    if try near.offers(HSW_EXT_TESTPEER) { return TestPeer(of: near, views: run.peerViews) }
    throw TestSkip(
      "no far end: the plugin has no test-peer, the configuration no second instance (conform.far), and --peer-cmd is not given")
  }
}
