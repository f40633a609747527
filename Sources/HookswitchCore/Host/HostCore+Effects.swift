internal import CallControl
internal import FoundationEssentials
internal import Locking

extension HostCore {
  /// Carries out a turn's effects in order, without waiting and without a lock.
  ///
  /// Requesters learn the outcome last: whoever awaits a request finds its changes and events told.
  func carryOut(_ turn: borrowing LineTurn, of box: LineBox) {
    // First of all: nothing that a program can see is lost when the process dies.
    if !turn.notes.isEmpty { record(turn) }
    journal.keep(turn, of: box.id)
    flight.keep(turn, of: box.id)
    if let time = turn.wake { setAlarm(.line(box), at: time) }
    var names = turn.names.makeIterator()
    // Loop over indices: a loop over the elements copies each effect out of the array.
    for index in turn.effects.indices {
      switch turn.effects[index] {
      case .send(let provider, let command):
        guard let name = names.next(), let target = self.provider(provider) else { continue }
        perform(NamedCommand(names: name, ticket: ticket(for: command, of: box.id, at: provider, asOf: turn.time)), by: target)
      case .sendTransaction(let provider, let commands):
        let named = commands.compactMap { command in
          names.next().map { NamedCommand(names: $0, ticket: ticket(for: command, of: box.id, at: provider, asOf: turn.time)) }
        }
        if let target = self.provider(provider) { perform(named, by: target) }
      case .timedOut(let provider, let command):
        guard let name = names.next(), let target = self.provider(provider), !slices.withdraw(command.id, at: provider) else { continue }
        dropRest(after: command.id, at: provider)
        target.timedOut(name.action, ticket(for: command, of: box.id, at: provider, asOf: turn.time))
      case .cancel(let provider, let command):
        guard let name = names.next(), let target = self.provider(provider), !slices.withdraw(command.id, at: provider) else { continue }
        dropRest(after: command.id, at: provider)
        target.cancelled(name.action, ticket(for: command, of: box.id, at: provider, asOf: turn.time))
      case .show(let provider, let call):
        guard let target = self.provider(provider) else { continue }
        turn.verdicts[call]?(nil)
        target.call { $0.provider($1, didShow: call) }
      case .refuseIncoming(let provider, let call, let error, _):
        note(turn.effects[index], turn)
        if error.code != .callUUIDAlreadyExists { screeners.giveUp(call) }
        turn.verdicts[call]?(error)
        guard let target = self.provider(provider) else { continue }
        target.call { $0.provider($1, didRefuse: call, error: error) }
      case .verdict(let provider, let call, let accepted, let error):
        note(turn.effects[index], turn)
        self.provider(provider)?.call { $0.provider($1, decidedTransferOf: call, accepted: accepted, error: error) }
      case .restart(let provider): hurry(provider)
      case .activateAudio(let provider, let reason): giveAudio(to: provider, on: box.id, reason, turn.time)
      case .deactivateAudio(let provider, let reason): takeAudio(from: provider, on: box.id, reason, turn.time)
      case .screen(let screener, let call): screen(call, screener, turn, box)
      case .screenTimedOut(let screener, let call): screeners.giveUp(screener, call)
      case .refused: note(turn.effects[index], turn)
      case .ended(let call, _):
        note(turn.effects[index], turn)
        screeners.giveUp(call)
        // A call that was still being screened ended; its reporter receives that as the verdict.
        turn.verdicts[call]?(CallError(turn.isLoss ? .providerLost : .transactionAborted, [call]))
      case .heard(_, .report(.transferRequested, _)): note(turn.effects[index], turn)
      case .disregarded(let provider, let why, let word):
        if case .report(.transferRequested, _) = word { note(turn.effects[index], turn) }
        self.provider(provider)?.misbehaviour.withLock { $0.count(why) }
      case .heard, .entered, .tone, .resumeOffered, .transferRequested, .dtmfReceived, .mediaTimeout, .mediaResumed, .log, .screened,
        .disregardedVerdict, .accepted, .alreadyEnded, .performed, .done, .failed, .changed:
        break
      }
    }
    advanceSlices()
    if observers.hasChangeReceivers, let change = turn.change { observers.tell(.change(change)) }
    if observers.hasEventReceivers || observers.hasTurnReceivers { tellEvents(turn, of: box.id) }
    if !turn.askers.isEmpty { tellAskers(turn) }
    if turn.leavesLine { standings?.lineIsIdle(box.id.rawValue) }
    if turn.isIdle && box.isTransient { setAlarm(.forget(box), at: turn.time.advanced(by: Self.graceOfGeneratedLines)) }
  }

  private func note(_ effect: LineEffect, _ turn: borrowing LineTurn) {
    board.withLock { $0.note(effect, of: turn.event, at: turn.time) }
  }

  func ticket(for command: ProviderCommand, of line: LineID, at provider: ProviderID, asOf now: Instant) -> ActionTicket {
    ActionTicket(
      ref: CommandRef(line: line, id: command.id, call: command.call, kind: command.kind), command: command,
      patience: now.duration(to: command.deadline), provider: provider, sink: self)
  }

  private func screen(_ call: CallID, _ screener: ScreenerID, _ turn: borrowing LineTurn, _ box: LineBox) {
    guard case .incoming(let provider, let incoming, _) = turn.event else { return }
    let question = ScreeningRequest(call: call, provider: provider, line: box.id, update: incoming.update)
    screeners.ask(screener, question) { [weak self] verdict, caller in
      self?.submit(.event(.screened(screener, call, verdict, caller: caller)), to: box)
    }
  }

  private func tellAskers(_ turn: borrowing LineTurn) {
    var askers = turn.askers.makeIterator()
    for index in turn.effects.indices {
      if let news = turn.effects[index].news { askers.next()??.tell(news) }
    }
  }

  private func tellEvents(_ turn: borrowing LineTurn, of line: LineID) {
    var events: [HostEvent.Body] = []
    events.reserveCapacity(turn.effects.count)
    for index in turn.effects.indices {
      guard let body = turn.effects[index].event else { continue }
      if case .record(let record) = body, !isKept(record) { continue }
      events.append(body)
    }
    if observers.hasEventReceivers {
      for body in events { observers.tell(.event(HostEvent(time: turn.time, line: line, body: body))) }
    }
    if observers.hasTurnReceivers, !events.isEmpty || turn.change != nil {
      observers.tell(TurnNews(line: line, time: turn.time, change: turn.change, events: events))
    }
  }

  /// Gives a turn's notes to the recorder.
  private func record(_ turn: borrowing LineTurn) {
    guard let recorder else { return }
    let date = clock.date(of: turn.time).timeIntervalSince1970
    let offset = Instant.zero.moved(bySeconds: date).nanoseconds - turn.time.nanoseconds
    for var note in turn.notes {
      note.dateOffset = offset
      note.isKept = isKept(note.record)
      recorder.note(note)
    }
  }

  /// Returns true when the history keeps the calls of the record's provider.
  private func isKept(_ record: CallRecord) -> Bool {
    rosters.current.roster[record.provider]?.configuration.includesCallsInRecents ?? true
  }
}
