internal import TransportABI

// What holds at both ends of a call, as the tests of calls ask again and again.
extension Stage {
  /// Fails unless the far end sees by now what a word of the plugin's has just said.
  func expectPeerNow(_ call: CallRef, _ wanted: String, _ condition: (PeerView) -> Bool) throws {
    // Less than any network takes that was not waited for, and enough for a far end that is a program of its own.
    try expectPeer(call, wanted, within: loop.isRealTime ? .seconds(2) : .milliseconds(200), condition)
  }

  /// Waits until the call has ended, for one of these reasons.
  func expectEnd(_ call: CallRef, _ reasons: UInt32...) throws {
    try expect(call, is: .ended)
    let reason = try record(call).endReason ?? 0
    guard reasons.contains(reason) else {
      let wanted = reasons.map(EndReasonName.of).joined(separator: " or ")
      throw TestFailure("report_ended of \(call) said \(EndReasonName.of(reason)), should be \(wanted)")
    }
  }

  /// Fails unless each of these calls is up at both ends.
  func expectUp(_ calls: [CallRef], after what: String) throws {
    runWhatIsDue()
    for call in calls {
      guard try record(call).isUp else { throw TestFailure("\(what): \(call), another one, was reported ended") }
      guard try peer.see(call).state != "ended" else { throw TestFailure("\(what): the far end of \(call), another one, sees it ended") }
    }
  }

  /// Fails unless the action is refused, or fails, in whatever way.
  func expectFailure(_ action: ActionRef, _ what: String) throws {
    switch try outcome(action) {
    case .refused, .failed: return
    case let state: throw TestFailure("\(action.function) \(Self.describe(state)), though \(what)")
    }
  }

  /// Begins a call to nobody: an empty handle, which no transport can call.
  func startToNobody() throws -> ActionRef {
    try near.start(near.mintCall(), CallTarget(kind: peer.target().kind, handle: []))
  }

  /// Does it, unless the plugin or its far end does not offer what it needs.
  func ifOffered(_ body: () throws -> Void) throws {
    do { try body() } catch is TestSkip { return }
  }
}
