internal import Hookswitch

// Calls and events as they arrive.
extension RunMachine {
  /// Takes a new or changed call.
  mutating func see(_ call: Call) {
    let before = roll[call.uuid]
    guard before?.hasEnded != true else { return }
    // The news of one line may overtake that of another: a call that was dialed before gets its label first.
    if before == nil { for (_, ask) in asks.sorted(by: { $0.key < $1.key }) { if let dialed = ask.call { _ = roll.name(dialed) } } }
    roll.note(call)
    tellChanges(from: before, to: call)
    guard settings.answersCalls, call.state == .ringing, before == nil else { return }
    if case .ending = phase { return }
    ask(.transaction([.answer(call.uuid, .automatic)]), for: nil, call: call.uuid)
  }

  /// Takes an event on a line.
  mutating func hear(_ event: HostEvent) {
    switch event.body {
    case .resumeOffered(let call): tell(.resumeOffered, call)
    case .transferRequested(let call, let handle): tell(.transferRequested, call, handle.description)
    case .dtmfReceived(let call, let digits): tell(.dtmf, call, digits)
    case .mediaTimeout(let call): tell(.mediaTimeout, call, "no media from the far end")
    case .mediaResumed(let call): tell(.mediaResumed, call, "media from the far end again")
    case .provider(let provider, let standing): setStanding(provider, standing)
    case .lost(let provider, .lost(let error)): lose(provider, error)
    case .lost(let provider, .reset(let error)): tell(.provider(.lost, provider, reason: PlainText.of(error?.message ?? "it was reset")))
    case .lost(_, .invalidated): break
    case .lost(let provider, .calls(_, let error, goesOn: false)): lose(provider, error)
    case .lost(let provider, .calls(_, let error, goesOn: true)):
      tell(.message(provider, level: 2, text: PlainText.of("a version of its transport is gone: \(error?.message ?? "no reason given")")))
    case .log(let provider, let level, _, let text): tell(.message(provider, level: level, text: PlainText.of(text)))
    case .entered, .ended, .tone, .refusedIncoming, .record, .audio, .timedOut, .misbehaved, .lagged: break
    }
  }

  private mutating func lose(_ provider: ProviderID, _ error: TransportError?) {
    let reason = error?.message ?? ""
    guard let index = providers.firstIndex(where: { $0.id == provider }) else { return }
    providers[index].loss = reason
    if providers[index].standing != .quarantined { providers[index].standing = .notReady }
    tell(.provider(.lost, provider, reason: PlainText.of(reason)))
    // A transport that crashes, hangs or has no process has refused nothing, and the host makes it anew.
    let isRefusal = error.map { $0.code != 0 } ?? false
    if case .starting = phase, isRefusal, let place = providers[index].settings, !providers[index].wasReady {
      // The first instance refused to start: report an error of its settings in the file.
      effects.append(.complain("\(place): \(PlainText.of(reason))"))
      phase = .ending(ExitCode.usage.rawValue, until: now.advanced(by: settings.endTime))
    }
  }

  private mutating func setStanding(_ provider: ProviderID, _ standing: Roster.Standing?) {
    guard let index = providers.firstIndex(where: { $0.id == provider }), let standing else { return }
    let before = providers[index].standing
    guard before != standing else { return }
    // A provider that was just registered is not ready: this is no event.
    if before == nil, standing == .notReady { return }
    providers[index].standing = standing
    switch standing {
    case .ready:
      providers[index].wasReady = true
      tell(.provider(.ready, provider, reason: ""))
    case .notReady: tell(.provider(.notReady, provider, reason: ""))
    case .quarantined: tell(.provider(.quarantined, provider, reason: "lost too often: \(providers[index].loss ?? "no reason given")"))
    }
  }

  private mutating func tell(_ name: EventName, _ call: CallID, _ detail: String = "") {
    guard let picture = roll[call] else { return }
    tell(.call(name, roll.name(call), picture, detail: PlainText.of(detail)))
  }

  private mutating func tellChanges(from before: Call?, to call: Call) {
    let name = roll.name(call.uuid)
    if call.state != before?.state { tell(.state(name, call)) }
    guard let before, !call.hasEnded else { return }
    func change(_ event: EventName, _ detail: String = "") -> RunEvent.Body { .call(event, name, call, detail: detail) }
    if call.isMuted != before.isMuted { tell(change(call.isMuted ? .muted : .unmuted)) }
    if call.isRemotelyHeld != before.isRemotelyHeld { tell(change(call.isRemotelyHeld ? .remotelyHeld : .remotelyResumed)) }
    if call.isTransferring, !before.isTransferring { tell(change(.transferring)) }
    if call.handle != before.handle || call.name != before.name { tell(change(.updated, RunEventText.party(of: call))) }
    if call.group != before.group {
      let others = roll.live.filter { $0.group == call.group && $0.uuid != call.uuid }.map { roll.name($0.uuid).description }
      tell(others.isEmpty ? change(.split) : change(.merged, "with " + others.joined(separator: ", ")))
    }
  }
}
