import CallControl

/// The kinds of stimuli: requests, and the faults of a provider.
package enum Deed: Int, CaseIterable, Sendable {
  case start, answer, end, setHeld, setMuted, setGroup, playDTMF, transfer, deflect
  case transaction, endGroup, swap, merge, continueDTMF, decision
  case incoming, replacing, verdict, doNotDisturb, standing, limit
  case fulfilment, failure, silence, staleAnswer, strangersAnswer
  case report, remoteEnd, networkHold, farTransfer, strangersReport
  case crash, reset, invalidation, readiness

  init(_ kind: CallOperation.Kind) {
    self =
      switch kind {
      case .start: .start
      case .answer: .answer
      case .end: .end
      case .setHeld: .setHeld
      case .setMuted: .setMuted
      case .setGroup: .setGroup
      case .playDTMF: .playDTMF
      case .transfer: .transfer
      case .deflect: .deflect
      }
  }

  /// The name in reports.
  package var title: String {
    switch self {
    case .start, .answer, .end, .setHeld, .setMuted, .setGroup, .playDTMF, .transfer, .deflect, .endGroup, .swap, .merge, .continueDTMF:
      "\(self)"
    case .transaction: "several actions as one"
    case .decision: "decision on a transfer"
    case .incoming: "incoming call"
    case .replacing: "incoming call that replaces"
    case .verdict: "screener's verdict"
    case .doNotDisturb: "do-not-disturb"
    case .standing: "standing in a cluster"
    case .limit: "limit changed"
    case .fulfilment: "fulfilled"
    case .failure: "failed"
    case .silence: "silence until a deadline"
    case .staleAnswer: "late, double or unasked answer"
    case .strangersAnswer: "stranger's answer"
    case .report: "report, early or illegal ones too"
    case .remoteEnd: "remote end"
    case .networkHold: "hold or resume by the network"
    case .farTransfer: "transfer asked by the far end"
    case .strangersReport: "stranger's report"
    case .crash: "crash"
    case .reset: "reset"
    case .invalidation: "invalidation"
    case .readiness: "ready or not"
    }
  }
}
