internal import CallControl

/// Reads the steps that cause an event.
enum HappeningReader {
  enum Key: String, CaseIterable {
    case incoming, report, fulfil, fail, screen, behave, configure, crash, loseCalls, restart, reset, invalidate, becomeReady, silence,
      drain, doNotDisturb, standing, block, unblock, advance
  }

  /// The kinds of reports in a `report` step.
  private enum Report: String, CaseIterable {
    case startedConnecting, connected, ended, held, resumed, remotelyHeld, remotelyResumed, mediaTimeout, mediaResumed, updated,
      transferProgress, transferRequested, leftBehind, takenBack
  }

  static func happening(_ key: Key, _ value: Field, _ members: inout Members) throws(FieldFlaw) -> Happening {
    switch key {
    case .incoming: return .incoming(try arrival(value, &members))
    case .report:
      let call = try members.required("call").word()
      let time = try members.optional("at")?.seconds()
      return .report(try word(try value.choice(), &members), of: call, by: try provider(&members), at: time)
    case .fulfil, .fail:
      let kind = try value.choice(CallOperation.Kind.self)
      let call = try members.required("call").word()
      let time = key == .fulfil ? try members.optional("at")?.seconds() : nil
      return .answer(kind, of: call, by: try provider(&members), isFulfilled: key == .fulfil, at: time)
    case .screen:
      let screener = ScreenerID(rawValue: try members.required("by").word())
      let verdict = try members.required("verdict").choice(ScreenVerdict.self)
      let caller = ScreenedCaller(name: try members.optional("name")?.string(), label: try members.optional("label")?.string())
      return .screen(try value.word(), by: screener, verdict, caller == ScreenedCaller() ? nil : caller)
    case .behave: return .behave(try named(value), try ProviderReader.behaviours(try members.required("on")))
    case .configure: return .configure(try named(value), try ProviderReader.change(&members))
    case .crash: return .crash(try named(value))
    case .loseCalls:
      return .loseCalls(try value.list { item throws(FieldFlaw) in try item.word() }, try named(try members.required("provider")))
    case .restart: return .restart(try named(value))
    case .reset: return .reset(try named(value))
    case .invalidate: return .invalidate(try named(value))
    case .becomeReady: return .becomeReady(try named(value))
    case .silence: return .silence(try value.word())
    case .drain: return .drain(try value.bool(), try provider(&members))
    case .doNotDisturb: return .doNotDisturb(try value.bool(), try members.line())
    case .standing: return .standing(try standing(try value.choice(), &members), try members.line())
    case .block: return .block(try value.handle())
    case .unblock: return .unblock(try value.handle())
    case .advance: return .advance(try value.seconds())
    }
  }

  /// The words of a line's standings.
  private enum Standing: String, CaseIterable {
    case mine, borrowed, cutOff, draining, elsewhere, lent, vacant
  }

  /// Reads a line's standing; without `ownerHasFront` the host that has the line counts as having a call in front.
  private static func standing(_ word: Standing, _ members: inout Members) throws(FieldFlaw) -> LineStanding {
    switch word {
    case .mine: return .mine
    case .borrowed: return .borrowed
    case .cutOff: return .cutOff
    case .draining: return .draining
    case .vacant: return .vacant
    case .elsewhere, .lent:
      let node = try members.required("node").word()
      let address = try members.optional("address")?.string()
      let hasFront = try members.optional("ownerHasFront")?.bool() ?? true
      return word == .lent
        ? .lent(node: node, address: address, borrowerHasFront: hasFront)
        : .elsewhere(node: node, address: address, ownerHasFront: hasFront)
    }
  }

  private static func named(_ field: Field) throws(FieldFlaw) -> ProviderID {
    ProviderID(rawValue: try field.word())
  }

  private static func provider(_ members: inout Members) throws(FieldFlaw) -> ProviderID? {
    try members.optional("provider").map { field throws(FieldFlaw) in try named(field) }
  }

  private static func arrival(_ value: Field, _ members: inout Members) throws(FieldFlaw) -> Happening.Arrival {
    var update = CallUpdate()
    let provider = try named(try members.required("provider"))
    // Without `from`, or with an empty one, the caller is withheld.
    if let handle = try members.optional("from")?.handle(), !handle.value.isEmpty { update.remoteHandle = handle }
    update.localizedCallerName = try members.optional("name")?.string()
    update.details = try details(&members)
    try ProviderReader.flags(&members, into: &update)
    let line = try members.line()
    let replaced = try members.optional("replaces")?.word()
    let verdict = try members.optional("judge").map { field throws(FieldFlaw) in try judgement(field) }
    return Happening.Arrival(
      call: try value.word(), provider: provider, update: update, line: line, replaces: replaced, verdict: verdict)
  }

  /// Reads a judge's answer about a caller (I9).
  private static func judgement(_ field: Field) throws(FieldFlaw) -> CallerVerdict {
    var members = try field.members()
    var verdict = CallerVerdict()
    verdict.isBlocked = try members.optional("blocked")?.bool()
    verdict.isLetThrough = try members.optional("letThrough")?.bool() ?? false
    verdict.isSilenced = try members.optional("silenced")?.bool() ?? false
    verdict.decidedBy = try members.optional("decidedBy")?.string()
    verdict.letThroughBy = try members.optional("letThroughBy")?.string()
    verdict.label = try members.optional("label")?.string()
    verdict.labelSource = try members.optional("labelSource")?.string()
    try members.finish()
    return verdict
  }

  /// Reads the details that a network gives besides the far end's handle and name.
  private static func details(_ members: inout Members) throws(FieldFlaw) -> CallDetails {
    var details = CallDetails()
    details.localHandle = try members.optional("localHandle")?.handle()
    details.divertedFrom = try members.optional("divertedFrom")?.handle()
    details.correlationID = try members.optional("correlationID")?.string()
    details.extraJSON = try members.optional("extraJSON")?.string()
    return details
  }

  private static func word(_ report: Report, _ members: inout Members) throws(FieldFlaw) -> Happening.Word {
    switch report {
    case .startedConnecting: return .plain(.startedConnecting)
    case .connected: return .plain(.connected)
    case .ended: return .plain(.ended(try members.optional("reason")?.choice(EndReason.self) ?? .remoteEnded, nil))
    case .held: return .plain(.held)
    case .resumed: return .plain(.resumed)
    case .remotelyHeld: return .plain(.remotelyHeld)
    case .remotelyResumed: return .plain(.remotelyResumed)
    case .mediaTimeout: return .plain(.mediaTimeout)
    case .mediaResumed: return .plain(.mediaResumed)
    case .updated:
      var update = CallUpdate()
      update.remoteHandle = try members.optional("handle")?.handle()
      update.localizedCallerName = try members.optional("name")?.string()
      update.details = try details(&members)
      try ProviderReader.flags(&members, into: &update)
      return .plain(.updated(update))
    case .leftBehind: return .plain(.leftBehind(true))
    case .takenBack: return .plain(.leftBehind(false))
    case .transferProgress: return .plain(.transferProgress(nil))
    case .transferRequested:
      let handle = try members.required("to").handle()
      return .transferRequested(handle, as: try members.required("as").word())
    }
  }
}
