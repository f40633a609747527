import CallControl

/// An accepted request that has not completed.
struct OpenRequest: Hashable, Sendable {
  let id: RequestID
  /// How many actions it has, each of which has a result of its own.
  let actions: Int
  /// The actions whose result was told, as bits.
  var performed: UInt64 = 0
  var hasFailedAction = false
  /// Whether it brings groups together or takes them apart, so that two groups may be active for a while (V1).
  let joins: Bool
  /// Whether it ends calls and does nothing else: such a request is always done (E2).
  let onlyEnds: Bool
  /// Whether it may wait for something else than a command: a provider to be ready, a pause in its tones, a word.
  let mayWait: Bool
  /// Whether its tones wait for somebody's word, which no deadline ends (M2).
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

  /// A Start that policy made of a far end's wish (R3).
  init(granted id: RequestID) {
    self.id = id
    waitsForWord = false
    (actions, joins, onlyEnds, mayWait) = (1, false, false, true)
  }

  private static func hasHardPause(_ body: RequestBody) -> Bool {
    guard case .transaction(let actions) = body else { return false }
    return actions.contains { action in
      if case .playDTMF(_, let digits) = action { digits.contains(";") } else { false }
    }
  }
}
