import CallControl

/// Prints a list of stimuli and their effects, for people.
package struct Transcript: CustomStringConvertible {
  private var lines: [String] = []

  /// Runs `script` in `world` and writes down each stimulus and its journal entries.
  package init(of script: [Stimulus], in world: World) {
    var run = Run(world)
    let journal = JournalText(line: .main) { $0.letter }
    for stimulus in script {
      guard let step = run.apply(stimulus) else { continue }
      lines.append("- " + Self.text(stimulus) + (run.now == .zero ? "" : "   [\(run.now.nanoseconds / 1_000_000_000) s]"))
      for effect in step.effects {
        lines += journal.entries(effect).map { "    \($0)" }
      }
      for violation in step.violations { lines.append("    *** \(violation)") }
    }
    let calls = run.line.snapshot.calls.map { "\($0.uuid.letter) \($0.state.rawValue) @\($0.provider) group \($0.group.rawValue)" }
    lines.append("= " + (calls.isEmpty ? "no calls" : calls.joined(separator: ", ")))
  }

  package var description: String { lines.joined(separator: "\n") }

  package static func text(_ stimulus: Stimulus) -> String {
    switch stimulus {
    case .ask(.transaction(let actions), let origin): origin.rawValue + " asks: " + actions.map(text).joined(separator: ", then ")
    case .ask(.endGroup(let call), _): "user asks: endGroup \(call.letter)"
    case .ask(.swap, _): "user asks: swap"
    case .ask(.merge(let calls), _): "user asks: merge " + calls.map(\.letter).joined(separator: " ")
    case .ask(.continueDTMF(let call), _): "user asks: continueDTMF \(call.letter)"
    case .ask(.acceptTransfer(let call), _): "user asks: acceptTransfer \(call.letter)"
    case .ask(.refuseTransfer(let call), _): "user asks: refuseTransfer \(call.letter)"
    case .fulfil(let call, let kind): "fulfils \(kind.rawValue) \(call.letter)"
    case .fail(let call, let kind): "fails \(kind.rawValue) \(call.letter)"
    case .answerForAnother(let call, let kind): "another provider fulfils \(kind.rawValue) \(call.letter)"
    case .answerAgain(let call, let kind, let isFulfilled):
      "\(isFulfilled ? "fulfils" : "fails") \(kind.rawValue) \(call.letter), late or again"
    case .incoming(let provider, let call, let replaces):
      "\(provider): incoming \(call.letter)" + (replaces.map { " replaces \($0.letter)" } ?? "")
    case .judged(let provider, let call, let judgement): "\(provider): incoming \(call.letter), which the judge \(judgement.rawValue)"
    case .report(let call, let report): "reports \(text(report)) \(call.letter)"
    case .reportForAnother(let call, let report): "another provider reports \(text(report)) \(call.letter)"
    case .screened(let screener, let call, let verdict): "\(screener) says \(verdict.rawValue) \(call.letter)"
    case .deadline: "the next deadline passes"
    case .crash(let provider): "\(provider) crashes"
    case .loseInstance(let provider, let isFormer): "\(provider) loses its \(isFormer ? "former" : "present") instance"
    case .reset(let provider): "\(provider) resets"
    case .invalidate(let provider): "\(provider) is retired"
    case .ready(let provider, let isReady): "\(provider) is \(isReady ? "ready" : "not ready")"
    case .doNotDisturb(let value): "do-not-disturb \(value)"
    case .standing(let standing): "standing \(standing)"
    case .limitGroups(let value): "maximumCallGroups \(value)"
    }
  }

  private static func text(_ report: CallReport) -> String {
    switch report {
    case .ended(let reason, _): "ended \(reason.rawValue)"
    case .updated(let update): "update supportsHolding \(update.supportsHolding.map { "\($0)" } ?? "-")"
    case .transferRequested(_, let new): "transferRequested as \(new.letter), by"
    default: report.word
    }
  }

  private static func text(_ action: RequestedAction) -> String {
    let call = action.call.letter
    switch action.operation {
    case .start(let details): return "start \(call) at \(action.provider?.rawValue ?? "-") to \(details.handle.value)"
    case .answer: return "answer \(call) \(action.choice.rawValue)"
    case .end: return "end \(call)"
    case .setHeld(let value): return "\(value ? "hold" : "resume") \(call)"
    case .setMuted(let value): return "\(value ? "mute" : "unmute") \(call)"
    case .setGroup(let other?): return "join \(call) with \(other.letter)"
    case .setGroup(nil): return "split \(call)"
    case .playDTMF(let digits, _): return "playDTMF \(call) \(digits)"
    case .transfer(.handle): return "transfer \(call)"
    case .transfer(.call(let other)): return "transfer \(call) to \(other.letter)"
    case .deflect: return "deflect \(call)"
    }
  }
}
