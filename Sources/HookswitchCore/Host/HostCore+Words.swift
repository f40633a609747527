package import CallControl
package import FoundationEssentials
internal import Locking

extension HostCore: ProviderSink {
  package func receive(_ word: ProviderWord, from provider: ProviderID) {
    guard isKnown(provider) else { return stray(word, from: provider) }
    hear(word, from: provider, verdict: nil)
  }

  package func receive(_ incoming: IncomingCall, from provider: ProviderID, verdict: @escaping IncomingVerdict) {
    guard let box = self.provider(provider) else {
      stray(.incoming(incoming), from: provider)
      return verdict(CallError(.unknownCallProvider))
    }
    hear(.incoming(incoming), from: provider) { error in box.answer(verdict, error) }
  }

  /// Receives messages together: finds their lines under one lock, and submits messages in a row for one line together.
  ///
  /// At most `wordsAtOnce` share one lock, since requests wait for it.
  package func receive(_ words: [ProviderWord], from provider: ProviderID) {
    guard isKnown(provider) else {
      for word in words { stray(word, from: provider) }
      return
    }
    var rest = words[...]
    while !rest.isEmpty {
      let run = rest.prefix(Self.wordsAtOnce).prefix { $0.isAboutCall }
      if run.isEmpty {
        if let word = rest.popFirst() { hear(word, from: provider, verdict: nil) }
        continue
      }
      rest = rest.dropFirst(run.count)
      let boxes = board.withLock { board in run.map { board.line(for: $0) } }
      hand(over: run, to: boxes, from: provider)
    }
  }

  private static let wordsAtOnce = 64

  private func hand(over words: ArraySlice<ProviderWord>, to boxes: [LineBox?], from provider: ProviderID) {
    var batch: [LineInput] = []
    for (place, word) in words.enumerated() {
      if case .failed(let ref, _) = word { batch += slices.fail(ref.id, at: provider).map { .event(.notAsked(provider, $0)) } }
      guard let box = boxes[place], let event = word.asEvent(from: provider) else {
        stray(word, from: provider)
        continue
      }
      batch.append(.event(event))
      let isLast = place + 1 == boxes.count
      guard isLast || boxes[place + 1] !== box else { continue }
      // A line that was just forgotten has no call that the messages could be about.
      submit(exchange(&batch, with: []), to: box)
    }
  }

  private func hear(_ word: ProviderWord, from provider: ProviderID, verdict: IncomingVerdict?) {
    switch word {
    case .ready: setReady(provider, true)
    case .notReady: setReady(provider, false)
    case .reset(let error): lose(provider, .reset(error))
    case .lost(let error): lose(provider, .lost(error))
    case .lostCalls(let calls, let error, let goesOn): lose(provider, .calls(calls, error, goesOn: goesOn))
    case .fulfilled, .failed, .report, .incoming:
      if case .failed(let ref, _) = word { dropRest(after: ref.id, at: provider) }
      var preferred: LineID?
      if case .incoming(let incoming) = word { preferred = incoming.line ?? lineForIncoming?(incoming, provider) }
      while true {
        let now = clock.now
        guard let (box, found) = board.withLock({ $0.place(word, from: provider, preferring: preferred, at: now, verdict: verdict) })
        else { return stray(word, from: provider) }
        let input = judge.map { judged(found, $0, on: box.id, at: now) } ?? found
        if submit(input, to: box) { return }
        guard case .incoming(_, let incoming, let facts, _) = input else { return stray(word, from: provider) }
        if !facts.isTaken { board.withLock { $0.switchboard.release(incoming.call) } }
      }
    }
  }

  /// I9: adds the judge's verdict to the facts of an incoming call; without a lock, since a judge is code of the embedder's.
  private func judged(
    _ input: LineInput, _ judge: @Sendable (CallerQuestion) -> CallerVerdict, on line: LineID, at now: Instant
  ) -> LineInput {
    guard case .incoming(let provider, let incoming, var facts, let verdict) = input, !facts.isTaken else { return input }
    let handle = incoming.update.remoteHandle
    facts.take(judge(CallerQuestion(handle: handle, provider: provider, line: line, date: clock.date(of: now))))
    return .incoming(provider, incoming, facts, verdict: verdict)
  }

  private func isKnown(_ provider: ProviderID) -> Bool {
    providers.withLock { $0[provider] != nil }
  }

  /// Counts and journals a message that no line knows (P4).
  private func stray(_ word: ProviderWord, from provider: ProviderID) {
    guard let heard = word.asHeard else { return }
    self.provider(provider)?.misbehaviour.withLock { $0.count(.unknown) }
    keep(.unknown(provider, heard), at: clock.now)
  }

  // MARK: Functions for providers

  package func newCall(from provider: ProviderID, to localHandle: Handle?) -> CallID {
    guard let standings else { return .fresh() }
    let home = rosters.current.roster[provider]?.configuration.line ?? .main
    switch home {
    // No other host can name the line of its own that the call gets.
    case .each: return .fresh()
    case .called: return standings.newCall(on: localHandle?.user.flatMap { $0.isEmpty ? nil : $0 } ?? LineID.main.rawValue)
    default: return standings.newCall(on: home.rawValue)
    }
  }

  package func configuration(of provider: ProviderID) -> ProviderConfiguration {
    rosters.current.roster[provider]?.configuration ?? ProviderConfiguration()
  }

  package func configure(_ provider: ProviderID, _ configuration: ProviderConfiguration) {
    if configuration.ringtoneSound != self.configuration(of: provider).ringtoneSound { noteRingtone(of: provider, configuration) }
    changeRoster { $0.configure(provider, configuration) }
  }

  package func configureAudio(_ configuration: AudioSession.Configuration, for call: CallID, of provider: ProviderID) {
    guard let line = board.withLock({ $0.line(of: call) }), line.snapshot[call]?.provider == provider else {
      self.provider(provider)?.misbehaviour.withLock { $0.count(.unknown) }
      return
    }
    wish(configuration, on: line.id, of: provider)
  }

  package func pendingTransactions(of provider: ProviderID) -> [Transaction] {
    let open = lines.flatMap { box in box.openCommands.filter { $0.provider == provider }.map { (line: box.id, open: $0) } }
      .sorted { $0.open.order < $1.open.order }
    let now = clock.now
    var transactions: [Transaction] = []
    for (line, command) in open {
      let action = ticket(for: command.command, of: line, at: provider, asOf: now).action(named: command.names.action)
      if let last = transactions.indices.last, transactions[last].uuid == command.names.transaction {
        transactions[last].addAction(action)
      } else {
        transactions.append(Transaction(actions: [action], uuid: command.names.transaction))
      }
    }
    return transactions
  }

  package func isComplete(_ ref: CommandRef, provider: ProviderID) -> Bool {
    let box = board.withLock { $0.lines[ref.line] }
    return !(box?.isUnanswered(ref.id) ?? false)
  }

  package func invalidate(_ provider: ProviderID) {
    retire(provider)
  }

  package func date(of instant: Instant) -> Date {
    clock.date(of: instant)
  }

  package func instant(of date: Date) -> Instant {
    clock.instant(of: date)
  }
}

extension Board {
  /// Finds the line for a message, and the facts that the line needs; nil when there is no line.
  fileprivate mutating func place(
    _ word: ProviderWord, from provider: ProviderID, preferring preferred: LineID?, at now: Instant, verdict: IncomingVerdict?
  ) -> (box: LineBox, input: LineInput)? {
    switch word {
    case .report(let call, .transferRequested(let handle, let proposed), let time):
      guard let box = line(of: call) else { return nil }
      // Claim the id of the call that granting would start; replace one that is taken.
      let new = switchboard.claim(proposed, on: box.id, at: now) ? proposed : freshCall(on: box.id, at: now)
      return (box, .event(.report(provider, call, .transferRequested(handle, as: new), at: time)))
    case .fulfilled, .failed, .report:
      guard let box = line(for: word), let event = word.asEvent(from: provider) else { return nil }
      return (box, .event(event))
    case .incoming(let incoming):
      let facts = switchboard.facts(of: incoming, from: provider, at: now)
      let box = incoming.replaces.flatMap { line(of: $0) } ?? line(of: incoming, from: provider, preferring: preferred)
      if !facts.isTaken { _ = switchboard.claim(incoming.call, on: box.id, at: now) }
      return (box, .incoming(provider, incoming, facts, verdict: verdict))
    case .ready, .notReady, .reset, .lost, .lostCalls:
      return nil
    }
  }

  /// Returns the line of a message's call or command, if any.
  fileprivate func line(for word: ProviderWord) -> LineBox? {
    switch word {
    case .fulfilled(let ref, _), .failed(let ref, _): lines[ref.line]
    case .report(let call, _, _): line(of: call)
    case .incoming, .ready, .notReady, .reset, .lost, .lostCalls: nil
    }
  }

  private mutating func freshCall(on line: LineID, at now: Instant) -> CallID {
    while true {
      let call = CallID.fresh()
      if switchboard.claim(call, on: line, at: now) { return call }
    }
  }

  private mutating func line(of incoming: IncomingCall, from provider: ProviderID, preferring preferred: LineID?) -> LineBox {
    if let chosen = preferred ?? incoming.line { return line(chosen) }
    let home = switchboard.roster[provider]?.configuration.line ?? .main
    guard home == .called else { return line(home) }
    guard let user = incoming.localHandle?.user, !user.isEmpty else { return line(.main) }
    return line(LineID(rawValue: user), isTransient: true)
  }
}

extension ProviderWord {
  /// True for a message about one existing call, which needs only its line.
  ///
  /// A far end's transfer request also needs an id for the new call.
  fileprivate var isAboutCall: Bool {
    switch self {
    case .report(_, .transferRequested, _): false
    case .fulfilled, .failed, .report: true
    case .incoming, .ready, .notReady, .reset, .lost, .lostCalls: false
    }
  }

  /// The message as a line's event; nil when it is not about an existing call.
  fileprivate func asEvent(from provider: ProviderID) -> LineEvent? {
    switch self {
    case .fulfilled(let ref, let time): .fulfilled(provider, ref, at: time)
    case .failed(let ref, let failure): .failed(provider, ref, failure)
    case .report(let call, let report, let time): .report(provider, call, report, at: time)
    case .incoming, .ready, .notReady, .reset, .lost, .lostCalls: nil
    }
  }

  /// The message as the journal keeps it; nil when it is about no call.
  fileprivate var asHeard: HeardWord? {
    switch self {
    case .fulfilled(let ref, _): .fulfilled(ref.kind, ref.call)
    case .failed(let ref, _): .failed(ref.kind, ref.call)
    case .incoming(let incoming): .incoming(incoming.call)
    case .report(let call, let report, _): .report(report, call)
    case .ready, .notReady, .reset, .lost, .lostCalls: nil
    }
  }
}
