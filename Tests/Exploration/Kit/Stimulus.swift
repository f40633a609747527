package import CallControl

/// An event for a line, described so that it keeps its meaning when earlier stimuli are left out.
package enum Stimulus: Hashable, Sendable {
  /// A program or person makes a request.
  case ask(RequestBody, Origin)
  /// A provider fulfils the oldest pending command of that kind for the call.
  case fulfil(CallID, CallOperation.Kind)
  /// A provider fails the oldest pending command of that kind for the call.
  case fail(CallID, CallOperation.Kind)
  /// Another provider answers the command.
  case answerForAnother(CallID, CallOperation.Kind)
  /// A provider answers a command that is not pending: late, twice, or never sent.
  case answerAgain(CallID, CallOperation.Kind, isFulfilled: Bool)
  /// A call comes in at a provider.
  case incoming(ProviderID, CallID, replaces: CallID?)
  /// A call comes in at a provider, and the host's judge speaks about its caller (I9).
  case judged(ProviderID, CallID, Judgement)
  /// A call's provider reports about it.
  case report(CallID, CallReport)
  /// Another provider reports about a call.
  case reportForAnother(CallID, CallReport)
  /// A screener gives its verdict on a call.
  case screened(ScreenerID, CallID, ScreenVerdict)
  /// Time passes until the next deadline.
  case deadline
  /// A provider crashes: lost until it is ready again.
  case crash(ProviderID)
  /// The former instance of a provider is lost with its calls, or (false) the present one (P8).
  case loseInstance(ProviderID, isFormer: Bool)
  /// A provider forgets its calls and goes on.
  case reset(ProviderID)
  /// A provider is removed.
  case invalidate(ProviderID)
  /// A provider can, or cannot, place calls.
  case ready(ProviderID, Bool)
  /// Do-not-disturb is switched on or off.
  case doNotDisturb(Bool)
  /// The line's standing in a cluster of hosts changes.
  case standing(LineStanding)
  /// The line's limit of groups is changed.
  case limitGroups(Int)

  /// An answer of the host's judge.
  package enum Judgement: String, CaseIterable, Sendable {
    case blocks, silences, letsThrough

    /// The facts with which the answer comes to the line.
    var facts: IncomingFacts {
      var facts = IncomingFacts()
      facts.decidedBy = "J4 \(rawValue)"
      switch self {
      case .blocks: facts.isBlocked = true
      case .silences: facts.isSilenced = true
      case .letsThrough: facts.isLetThrough = true
      }
      return facts
    }
  }

  /// The kind of deed or fault, for the statistics.
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
    case .judged: .incoming
    case .report(_, .ended): .remoteEnd
    case .report(_, .held), .report(_, .resumed): .networkHold
    case .report(_, .transferRequested): .farTransfer
    case .report: .report
    case .reportForAnother: .strangersReport
    case .screened: .verdict
    case .deadline: .silence
    case .crash, .loseInstance: .crash
    case .reset: .reset
    case .invalidate: .invalidation
    case .ready: .readiness
    case .doNotDisturb: .doNotDisturb
    case .standing: .standing
    case .limitGroups: .limit
    }
  }

  /// True when it starts an emergency call.
  var startsEmergency: Bool {
    guard case .ask(.transaction(let actions), _) = self else { return false }
    return actions.contains { action in
      if case .start(let details) = action.operation { details.handle == World.emergencyNumber } else { false }
    }
  }
}
