extension Deed {
  /// The relative frequency in a random walk: high for progress of calls, low for mass endings.
  var weight: Int {
    switch self {
    case .fulfilment: 400
    case .report: 150
    case .answer, .setHeld: 100
    case .incoming, .start, .merge: 60
    case .setGroup, .verdict: 50
    case .swap: 40
    case .failure, .silence, .networkHold, .transfer, .deflect: 25
    case .setMuted, .playDTMF, .decision, .farTransfer, .remoteEnd, .replacing: 20
    case .end, .transaction: 15
    case .endGroup, .continueDTMF, .strangersAnswer, .strangersReport, .readiness: 10
    case .doNotDisturb, .standing, .limit, .staleAnswer: 5
    case .crash, .reset: 3
    case .invalidation: 1
    }
  }
}
