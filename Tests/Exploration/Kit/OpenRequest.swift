import CallControl

/// An accepted request that has not completed.
struct OpenRequest: Hashable, Sendable {
  let id: RequestID
  /// The number of actions, each with a result of its own.
  let actions: Int
  /// The actions with a result, as bits.
  var performed: UInt64 = 0
  var hasFailedAction = false
  /// True when it joins or splits groups, so that two groups may be active for a while (V1).
  let joins: Bool
  /// True when it only ends calls: such a request always succeeds (E2).
  let onlyEnds: Bool
  /// True when it may wait for more than a command: for a provider to be ready, a pause in its tones, or a person.
  let mayWait: Bool
  /// True when its tones wait for a person, without a deadline (M2).
  let waitsForWord: Bool

  init(_ request: CallRequest) {
    id = request.id
    waitsForWord = Self.hasHardPause(request.body)
    switch request.body {
    case .transaction(let list):
      actions = list.count
      joins = list.contains { $0.kind == .setGroup }
      onlyEnds = list.allSatisfy { $0.kind == .end }
      mayWait = list.contains { $0.kind == .start || $0.kind == .playDTMF }
    case .endGroup:
      (actions, joins, onlyEnds, mayWait) = (1, false, true, false)
    case .merge:
      (actions, joins, onlyEnds, mayWait) = (1, true, false, false)
    case .swap, .continueDTMF, .refuseTransfer:
      (actions, joins, onlyEnds, mayWait) = (1, false, false, false)
    case .acceptTransfer:
      (actions, joins, onlyEnds, mayWait) = (1, false, false, true)
    }
  }

  /// Makes the record of a Start that policy granted for a far end's transfer request (R3).
  init(granted id: RequestID) {
    self.id = id
    waitsForWord = false
    (actions, joins, onlyEnds, mayWait) = (1, false, false, true)
  }

  private static func hasHardPause(_ body: RequestBody) -> Bool {
    guard case .transaction(let actions) = body else { return false }
    return actions.contains { action in
      if case .playDTMF(let digits, _) = action.operation { digits.contains(";") } else { false }
    }
  }
}
