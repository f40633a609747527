internal import Hookswitch

// The execution of command lines.
extension RunMachine {
  /// Begins a command line: answers it at once, asks the host, or waits.
  mutating func begin(_ line: String, _ world: RunWorld) {
    var text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    do throws(RunCommandError) {
      guard let command = try RunCommandParser.parse(line) else { return }
      if case .configure(let provider, let settings) = command { text = "\(RunWord.configure.rawValue) \(provider) \(settings)" }
      effects.append(.echo(text))
      if case .wait = command {
        // `wait` also matches events since the previous command, so keep them.
      } else {
        recent = []
        dialed = nil
      }
      try begin(command, text, world)
    } catch {
      answer(text, .misunderstood(error.description))
    }
  }

  private mutating func begin(_ command: RunCommand, _ text: String, _ world: RunWorld) throws(RunCommandError) {
    switch command {
    case .dial(let provider, let handle): dial(provider, handle, text, world)
    case .answer(let name, let choice): act(.answer, name, text, world) { .transaction([.answer($0, choice)]) }
    case .decline(let name, let decline): act(.decline, name, text, world) { .transaction([.end($0, decline)]) }
    case .end(let name): act(.end, name, text, world) { .transaction([.end($0)]) }
    case .hold(let name): act(.hold, name, text, world) { .transaction([.setHeld($0, true)]) }
    case .resume(let name): act(.resume, name, text, world) { .transaction([.setHeld($0, false)]) }
    case .swap:
      let held = calls.last { $0.state == .held }
      ask(.swap, line: held.flatMap { lines[$0.uuid] } ?? .main, for: text, call: nil)
    case .merge(let names): merge(names, text, world)
    case .split(let name): act(.split, name, text, world) { .transaction([.setGroup($0, with: nil)]) }
    case .mute(let name, let on): act(on ? .mute : .unmute, name, text, world) { .transaction([.setMuted($0, on)]) }
    case .dtmf(let name, let digits): act(.dtmf, name, text, world) { .transaction([.playDTMF($0, digits)]) }
    case .goOn(let name): act(.continue, name, text, world) { .continueDTMF($0) }
    case .transfer(let name, let target): transfer(name, target, text, world)
    case .decideTransfer(let name, true): act(.accept, name, text, world) { .acceptTransfer($0) }
    case .decideTransfer(let name, false): act(.refuse, name, text, world) { .refuseTransfer($0) }
    case .record(let name, let file, let asGroup): record(name, file, asGroup, text, world)
    case .stop(let name): stopRecording(name, text, world)
    case .audio: finish(CommandAnswer(command: text, outcome: .done, audio: world.audio()))
    case .route(let word): route(word, text, world)
    case .stats(let name, let provider): diagnose(name, provider, text, world)
    case .configure(let provider, let settings): configure(provider, settings, text)
    case .calls: finish(CommandAnswer(command: text, outcome: .done, listing: listing()))
    case .wait(let what, let name, let time): wait(what, name, time, text, world)
    case .help: finish(CommandAnswer(command: text, outcome: .done, text: RunHelp.text))
    case .quit:
      answer(text, .done)
      queue = []
      isInputOver = true
    }
  }

  // MARK: Calls

  /// The calls that the machine has seen and that have not ended, in the order of their labels.
  ///
  /// The host may know of newer changes; they come as inputs, before the next command.
  var calls: [Call] { roll.live }

  /// Finds the call with a label, or the newest call that fits.
  ///
  /// - Parameter other: a call to leave out.
  private mutating func find(_ word: RunWord, _ name: CallName?, _ text: String, but other: CallID? = nil) -> CallID? {
    if let name {
      if let call = roll[name] { return call }
      answer(text, .misunderstood("there is no call \(name)"))
      return nil
    }
    if let call = CallChoice(calls: calls.filter { $0.uuid != other }).newest(for: word) {
      _ = roll.name(call.uuid)
      return call.uuid
    }
    answer(text, .misunderstood(CallChoice.nothing(for: word)))
    return nil
  }

  private mutating func act(
    _ word: RunWord, _ name: CallName?, _ text: String, _ world: RunWorld, _ body: (CallID) -> RequestBody
  ) {
    guard let call = find(word, name, text) else { return }
    ask(body(call), line: lines[call] ?? .main, for: text, call: call)
  }

  private mutating func record(_ name: CallName?, _ file: String, _ asGroup: Bool, _ text: String, _ world: RunWorld) {
    guard let call = find(.record, name, text) else { return }
    effects.append(.record(expectAnswer(to: text, call), call, asGroup: asGroup, to: file))
  }

  private mutating func stopRecording(_ name: CallName?, _ text: String, _ world: RunWorld) {
    guard let call = find(.stop, name, text) else { return }
    effects.append(.stopRecording(expectAnswer(to: text, call), call))
  }

  /// Sets the audio route of the line of the newest connected call.
  private mutating func route(_ word: String, _ text: String, _ world: RunWorld) {
    let line = calls.last { $0.state.isConnected }.flatMap { lines[$0.uuid] } ?? .main
    if let problem = world.setRoute(line, word == "default" ? nil : word) {
      answer(text, .notRouted(problem))
    } else {
      answer(text, .done)
    }
  }

  private mutating func diagnose(_ name: CallName?, _ provider: String?, _ text: String, _ world: RunWorld) {
    if let provider {
      guard let known = named(provider, text) else { return }
      return effects.append(.diagnose(expectAnswer(to: text, nil), known.id, nil))
    }
    guard let call = find(.stats, name, text) else { return }
    guard let owner = calls.first(where: { $0.uuid == call })?.provider else {
      return answer(text, .misunderstood("that call is over"))
    }
    effects.append(.diagnose(expectAnswer(to: text, call), owner, call))
  }

  private mutating func configure(_ provider: String, _ settings: String, _ text: String) {
    guard let known = named(provider, text) else { return }
    effects.append(.configure(expectAnswer(to: text, nil), known.id, settings))
  }

  private mutating func named(_ provider: String, _ text: String) -> RunProvider? {
    if let known = providers.first(where: { $0.id.rawValue == provider }) { return known }
    let names = providers.map(\.id.rawValue)
    let list = names.isEmpty ? "there are none" : "there are \(names.joined(separator: ", "))"
    answer(text, .misunderstood("there is no provider \(provider)\(Suggestion.text(for: provider, among: names)); \(list)"))
    return nil
  }

  private mutating func dial(_ provider: String, _ handle: String, _ text: String, _ world: RunWorld) {
    guard let known = named(provider, text) else { return }
    let call = world.newCall()
    lines[call] = .main
    dialed = call
    let details = StartDetails(handle: DialedHandle.handle(handle, kinds: known.kinds))
    ask(.transaction([.start(call, provider: known.id, details)]), line: .main, for: text, call: call)
  }

  private mutating func merge(_ names: [CallName], _ text: String, _ world: RunWorld) {
    var merged: [CallID] = []
    for name in names {
      guard let call = roll[name] else { return answer(text, .misunderstood("there is no call \(name)")) }
      merged.append(call)
    }
    if names.isEmpty { merged = CallChoice(calls: calls).toMerge.map(\.uuid) }
    guard merged.count > 1 else {
      return answer(text, .misunderstood("merge needs an active and a held call"))
    }
    ask(.merge(merged), line: merged.compactMap { lines[$0] }.first ?? .main, for: text, call: nil)
  }

  private mutating func transfer(_ name: CallName?, _ target: RunCommand.Target, _ text: String, _ world: RunWorld) {
    var other: CallID?
    if case .call(let named) = target {
      guard let call = roll[named] else { return answer(text, .misunderstood("there is no call \(named)")) }
      other = call
    }
    // Transfer the newest call other than the target.
    guard let call = find(.transfer, name, text, but: other) else { return }
    let to: TransferTarget
    switch target {
    case .call: to = .call(other ?? call)
    case .handle(let handle):
      let provider = roll[call]?.provider
      to = .handle(DialedHandle.handle(handle, kinds: providers.first { $0.id == provider }?.kinds ?? []))
    }
    ask(.transaction([.transfer(call, to)]), line: lines[call] ?? .main, for: text, call: call)
  }

  private mutating func listing() -> [ListedCall] {
    let calls = calls
    return calls.map { call in
      let with = calls.filter { $0.group == call.group && $0.uuid != call.uuid && lines[$0.uuid] == lines[call.uuid] }
      return ListedCall(
        name: roll.name(call.uuid), call: call, line: lines[call.uuid] ?? .main,
        duration: (call.connected ?? call.began).duration(to: now), with: with.map { roll.name($0.uuid) })
    }
  }
}
