extension Line {
  /// Waits for an answer, for a pause to pass, or for `continueDTMF` (M2).
  ///
  /// Returns true when the plan can go on at once.
  mutating func wait(for goal: Goal, of index: Int) -> Bool {
    switch goal {
    case .pause(_, let duration):
      guard let until = plans[index].pausedUntil else {
        plans[index].pausedUntil = now.advanced(by: duration)
        return false
      }
      guard until <= now else { return false }
      plans[index].cursor += 1
      plans[index].pausedUntil = nil
      return true
    case .hardPause:
      plans[index].waitsForContinue = true
      return false
    default:
      return false
    }
  }

  /// Sends the tones after a `;`, on `continueDTMF`.
  mutating func continueTones(of call: CallID) throws(CallError) {
    _ = try table.visible(call)
    guard let index = plans.firstIndex(where: { $0.waitsForContinue && $0.goal?.subject == call }) else {
      throw CallError(.invalidAction, [call])
    }
    plans[index].waitsForContinue = false
    plans[index].cursor += 1
  }

  /// M3: delays a hold while digits of the calls are being sent, and stops unsent digits.
  ///
  /// Returns nil when no digits are being sent, else true when unsent digits were stopped now.
  mutating func waitForTones(of calls: Few<CallID>) -> Bool? {
    guard calls.contains(where: { call in pending.contains { $0.command.call == call && $0.command.kind == .playDTMF } }) else {
      return nil
    }
    var isNews = false
    for call in calls where stopTones(of: call) { isNews = true }
    return isNews
  }

  /// M3: stops a call's unsent digits.
  ///
  /// Returns true when there were any.
  @discardableResult
  mutating func stopTones(of call: CallID) -> Bool {
    var isNews = false
    for number in plans.map(\.number) {
      guard let index = planIndex(number), plans[index].lane == .besides, !plans[index].isFailed else { continue }
      let left = plans[index].items[min(plans[index].cursor, plans[index].items.count)...]
      let unsent = plans[index].awaiting.isEmpty ? left : left.dropFirst()
      if unsent.contains(where: { $0.goal.isOfTones && $0.goal.subject == call }) {
        fail(index, CallError(.transactionAborted, [call]))
        isNews = true
      }
    }
    return isNews
  }
}
