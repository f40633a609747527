package import CallControl

/// Something that the world does to a line, said so that it still means something when other stimuli before it are left out.
package enum Stimulus: Hashable, Sendable {
  /// Somebody asks for something.
  case ask(RequestBody, Origin)
  /// A provider does what it was asked: the oldest command of that kind that is pending for the call.
  case fulfil(CallID, CommandKind)
  /// A provider does not do what it was asked.
  case fail(CallID, CommandKind)
  /// Another provider answers a command that was none of its own.
  case answerForAnother(CallID, CommandKind)
  /// A provider answers what is not pending: late, twice, or never asked.
  case answerAgain(CallID, CommandKind, isFulfilled: Bool)
  /// A call comes in at a provider.
  case incoming(ProviderID, CallID, replaces: CallID?)
  /// A call's provider says something of it.
  case report(CallID, CallReport)
  /// Another provider says something of a call.
  case reportForAnother(CallID, CallReport)
  /// A screener says what it thinks of a call.
  case screened(ScreenerID, CallID, ScreenVerdict)
  /// Time passes until the next deadline.
  case deadline
  /// A provider crashes: lost until it is ready again.
  case crash(ProviderID)
  /// A provider forgets its calls and goes on.
  case reset(ProviderID)
  /// A provider is retired.
  case invalidate(ProviderID)
  /// A provider can, or cannot, place calls.
  case ready(ProviderID, Bool)
  /// Do-not-disturb is switched.
  case doNotDisturb(Bool)
  /// The line's limit of groups is changed.
  case limitGroups(Int)

  /// What kind of deed or fault it is, for the count of what was exercised.
  package var kind: Deed {
    switch self {
    case .ask(.transaction(let actions), _): actions.count == 1 ? Deed(actions[0].kind) : .transaction
    case .ask(.endGroup, _): .endGroup
    case .ask(.swap, _): .swap
    case .ask(.merge, _): .merge
    case .ask(.continueDTMF, _): .continueDTMF
    case .ask(.acceptTransfer, _), .ask(.refuseTransfer, _): .decision
    case .fulfil: .fulfilment
    case .fail: .failure
    case .answerForAnother: .strangersAnswer
    case .answerAgain: .staleAnswer
    case .incoming(_, _, let replaces): replaces == nil ? .incoming : .replacing
    case .report(_, .ended): .remoteEnd
    case .report(_, .held), .report(_, .resumed): .networkHold
    case .report(_, .transferRequested): .farTransfer
    case .report: .report
    case .reportForAnother: .strangersReport
    case .screened: .verdict
    case .deadline: .silence
    case .crash: .crash
    case .reset: .reset
    case .invalidate: .invalidation
    case .ready: .readiness
    case .doNotDisturb: .doNotDisturb
    case .limitGroups: .limit
    }
  }

  /// Whether it asks for an emergency call.
  var startsEmergency: Bool {
    guard case .ask(.transaction(let actions), _) = self else { return false }
    return actions.contains { action in
      if case .start(_, _, let details) = action { details.handle == World.emergencyNumber } else { false }
    }
  }
}
