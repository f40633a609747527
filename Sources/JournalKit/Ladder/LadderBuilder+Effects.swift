internal import CallControl

extension LadderBuilder {
  /// Draws an effect; `event` supplies details that the effect does not repeat.
  mutating func draw(_ effect: LineEffect, of event: LineEvent) {
    let calls = MentionedCalls.of(effect)
    let entry = text.entries(effect).first?.message ?? ""
    switch effect {
    case .heard(let provider, let word):
      let label = entry + LadderLabel.details(of: event)
      let (kind, isTrouble) = LadderLabel.manner(of: word)
      message(from: .provider(provider), to: here, label, kind, isTrouble: isTrouble, about: calls)
    case .disregarded(let provider, _, _):
      message(from: .provider(provider), to: here, entry, .ignored, isTrouble: true, about: calls)
    case .send(let provider, let command):
      message(from: here, to: .provider(provider), label(of: command), .asking, about: calls)
    case .sendTransaction(let provider, let commands):
      let label = "transaction: " + commands.map { self.label(of: $0) }.joined(separator: " + ")
      message(from: here, to: .provider(provider), label, .asking, about: calls)
    case .timedOut(let provider, _):
      message(from: here, to: .provider(provider), entry, .telling, isTrouble: true, about: calls)
    case .cancel(let provider, let command):
      message(from: here, to: .provider(provider), "cancel " + label(of: command), .telling, about: calls)
    case .show(let provider, let call):
      message(from: here, to: .provider(provider), "shown \(names[call])", .answering, about: calls)
    case .refuseIncoming(let provider, let call, let error, _):
      let label = entry + LadderLabel.inTheWay(error, but: call, names: names)
      message(from: here, to: .provider(provider), label, .answering, isTrouble: true, about: calls)
    case .verdict(let provider, _, _, let error):
      let label = entry + (error.map { " " + $0.code.rawValue } ?? "")
      message(from: here, to: .provider(provider), label, .answering, about: calls)
    case .restart(let provider): message(from: here, to: .provider(provider), entry, .telling, about: [])
    case .activateAudio(let provider, let reason): row(.audio(provider, true, reason), about: [])
    case .deactivateAudio(let provider, let reason): row(.audio(provider, false, reason), about: [])
    case .screen(let screener, _), .screenTimedOut(let screener, _):
      let isLate = if case .screenTimedOut = effect { true } else { false }
      message(
        from: here, to: .screener(screener), entry, isLate ? .telling : .asking, isTrouble: isLate, about: calls)
    case .screened(let screener, _, _):
      message(from: .screener(screener), to: here, entry, .answering, about: calls)
    case .disregardedVerdict(let screener, _, _):
      message(from: .screener(screener), to: here, entry, .ignored, isTrouble: true, about: calls)
    case .accepted, .done:
      if !entry.isEmpty { message(from: here, to: .programs, entry, .answering, about: calls) }
    case .refused(_, let title, let error), .failed(_, let title, let error):
      learn(title, refusedBy: error)
      let label = entry + LadderLabel.inTheWay(error, but: title.call, names: names) + LadderLabel.suffix(error.transport)
      message(from: here, to: .programs, label, .answering, isTrouble: true, about: calls)
    case .tone, .resumeOffered, .transferRequested, .mediaTimeout, .mediaResumed:
      message(from: here, to: .programs, entry, .telling, about: calls)
    case .dtmfReceived(let call, let digits):
      message(from: here, to: .programs, "dtmf \(names[call]) \(digits)", .telling, about: calls)
    case .entered(let call, _):
      row(.state(call, text: PlainText.clean(entry), isTrouble: false), about: [call])
    case .ended(let call, let end):
      learn(call) { $0.outcome = "ended " + end.reason.rawValue + (end.cause.map { " " + $0.word } ?? "") }
      row(.state(call, text: PlainText.clean(entry), isTrouble: end.reason == .failed), about: calls)
    case .log(let record):
      learn(record)
      row(.note(PlainText.clean(entry)), about: calls)
    case .alreadyEnded, .performed, .changed: break
    }
  }

  private func label(of command: ProviderCommand) -> String {
    let entry = text.message(command)
    switch command.operation {
    case .start(let details): return "\(entry) \(details.handle)"
    case .end: return entry + (command.cause.map { " (\($0.word))" } ?? "")
    default: return entry
    }
  }

  /// Adds the outcome of a refused Start, which leaves no history record, to the legend.
  private mutating func learn(_ title: RequestTitle, refusedBy error: CallError) {
    guard title.word == CallOperation.Kind.start.rawValue, let call = title.call, error.code != .callUUIDAlreadyExists else { return }
    learn(call) { $0.outcome = $0.outcome ?? "refused \(error.code.rawValue)" }
  }

  private mutating func learn(_ record: CallRecord) {
    learn(record.call) {
      $0.direction = record.direction
      $0.provider = record.provider
      $0.handle = record.handle ?? $0.handle
      $0.callerName = record.name ?? $0.callerName
      let end = record.refusal.map { "refused \($0.rawValue)" } ?? $0.outcome
      $0.outcome = [record.outcome.rawValue, end].compactMap { $0 }.joined(separator: ", ")
    }
  }
}
