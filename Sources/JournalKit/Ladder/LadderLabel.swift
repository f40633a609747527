internal import CallControl

/// The text of a ladder's arrows that the journal's text lacks: requests, and details in parentheses.
enum LadderLabel {
  /// Describes a request, action by action.
  static func text(_ body: RequestBody, names: CallNames) -> String {
    switch body {
    case .transaction(let actions): actions.isEmpty ? "nothing" : actions.map { text($0, names: names) }.joined(separator: " + ")
    case .endGroup(let call): "end the group of \(names[call])"
    case .swap: "swap"
    case .merge(let calls): "merge " + calls.map { names[$0] }.joined(separator: " ")
    case .continueDTMF(let call): "continueDTMF \(names[call])"
    case .acceptTransfer(let call): "acceptTransfer \(names[call])"
    case .refuseTransfer(let call): "refuseTransfer \(names[call])"
    }
  }

  /// Returns the kinds of a request's actions, without their calls.
  static func word(of body: RequestBody) -> String {
    switch body {
    case .transaction(let actions): actions.isEmpty ? "nothing" : actions.map(\.kind.rawValue).joined(separator: " + ")
    case .endGroup: "end group"
    case .swap: "swap"
    case .merge: "merge"
    case .continueDTMF: "continueDTMF"
    case .acceptTransfer: "acceptTransfer"
    case .refuseTransfer: "refuseTransfer"
    }
  }

  private static func text(_ action: RequestedAction, names: CallNames) -> String {
    let head = "\(action.kind.rawValue) \(names[action.call])"
    switch action.operation {
    case .start(let details): return "\(head) \(details.handle)" + (action.provider.map { " via \($0)" } ?? "")
    case .answer: return head + (action.choice == .automatic ? "" : " \(action.choice.rawValue)")
    case .end: return head
    case let operation: return head + (operation.details { names[$0] }.map { " \($0)" } ?? "")
    }
  }

  /// Returns the details of an event that the journal's text omits, with a leading space.
  static func details(of event: LineEvent) -> String {
    switch event {
    case .incoming(_, let incoming, _):
      let update = incoming.update
      let parts = [update.remoteHandle?.description ?? "withheld", update.localizedCallerName.map { "“\($0)”" }]
      return " from " + parts.compactMap { $0 }.joined(separator: " ")
    case .failed(_, _, .unimplemented): return " (unimplemented)"
    case .failed(_, _, .failed(let error)): return suffix(error)
    case .report(_, _, .ended(_, let error), at: _): return suffix(error)
    case .report(_, _, .transferProgress(let error), at: _): return suffix(error)
    case .report(_, _, .dtmf(let digits), at: _): return " \(digits)"
    case .report(_, _, .updated(let update), at: _):
      let parts = [update.remoteHandle?.description, update.localizedCallerName.map { "“\($0)”" }].compactMap { $0 }
      return parts.isEmpty ? "" : " " + parts.joined(separator: " ")
    case .request, .fulfilled, .notAsked, .report, .screened, .silence, .roster, .lost, .doNotDisturb, .policy, .standing, .tick: return ""
    }
  }

  /// Returns the style of a provider's report.
  static func manner(of word: HeardWord) -> (LadderMessage.Kind, isTrouble: Bool) {
    switch word {
    case .fulfilled: (.answering, false)
    case .failed: (.answering, true)
    case .incoming: (.asking, false)
    case .report(.ended(let reason, _), _): (.telling, reason == .failed)
    case .report: (.telling, false)
    }
  }

  /// Formats a transport error in parentheses: ` (SIP 486 Busy Here)`.
  static func suffix(_ error: TransportError?) -> String {
    guard let error else { return "" }
    var parts = [error.domain, error.code == 0 ? "" : String(error.code), error.message].filter { !$0.isEmpty }
    if parts.isEmpty, error.cause != 0 { parts = ["Q.850 \(error.cause)"] }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: " ")))"
  }

  /// Lists the calls that caused a refusal, in parentheses, without the refused call itself.
  static func inTheWay(_ error: CallError, but call: CallID?, names: CallNames) -> String {
    let others = error.calls.filter { $0 != call }.map { names[$0] }
    return others.isEmpty ? "" : " (in the way: \(others.joined(separator: ", ")))"
  }
}
