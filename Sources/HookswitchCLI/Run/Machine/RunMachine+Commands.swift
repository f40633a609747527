internal import Hookswitch
internal import HostConfiguration

// The execution of command lines.
extension RunMachine {
  /// Begins a command line: answers it at once, asks the host, or waits.
  mutating func begin(_ line: String, _ world: RunWorld) {
    var text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    do throws(RunCommandError) {
      guard let order = try RunCommand.parse(line) else { return }
      if case .configure(let provider, let settings) = order { text = "configure \(provider) \(settings)" }
      effects.append(.echo(text))
      if case .wait = order {
        // `wait` also matches events since the previous command, so keep them.
      } else {
        recent = []
        dialed = nil
      }
      try begin(order, text, world)
    } catch {
      answer(text, .misunderstood(error.description))
    }
  }

  private mutating func begin(_ order: RunOrder, _ text: String, _ world: RunWorld) throws(RunCommandError) {
    switch order {
    case .request(let name, let fit, let form): try request(name, fit, form, text)
    case .dial(let provider, let handle): try dial(provider, handle, text, world)
    case .swap: ask(.swap, line: calls.last { $0.state == .held }?.line ?? .main, for: text, call: nil)
    case .merge(let names): try merge(names, text)
    case .record(let name, let file, let asGroup):
      let call = try find(.connected, name)
      effects.append(.record(expectAnswer(to: text, call), call, asGroup: asGroup, to: file))
    case .stop(let name):
      let call = try find(.connected, name)
      effects.append(.stopRecording(expectAnswer(to: text, call), call))
    case .stream(let name, let url, let terms):
      let call = try find(.lasting, name)
      effects.append(.stream(expectAnswer(to: text, call), call, to: url, terms))
    case .audio: effects.append(.audio(expectAnswer(to: text, nil)))
    case .route(let word): route(word, text, world)
    case .stats(let name, let provider): try diagnose(name, provider, text)
    case .configure(let provider, let settings):
      let known = try named(provider)
      effects.append(.configure(expectAnswer(to: text, nil), known.id, settings))
    case .calls: effects.append(.calls(expectAnswer(to: text, nil)))
    case .upgrade(let name, let file, let times): effects.append(.upgrade(expectAnswer(to: text, nil), name, file, times))
    case .processes: effects.append(.processes(expectAnswer(to: text, nil)))
    case .wait(let what, let name, let time): try wait(what, name, time, text)
    case .help(let help): finish(CommandAnswer(command: text, outcome: .done, text: help))
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

  /// Finds the call with a label.
  func find(_ name: CallName) throws(RunCommandError) -> CallID {
    guard let call = roll[name] else { throw .noSuchCall(name) }
    return call
  }

  /// Finds the call with a label, or the newest call that fits.
  ///
  /// - Parameter other: a call to leave out.
  private func find(_ fit: CallFit, _ name: CallName?, but other: CallID? = nil) throws(RunCommandError) -> CallID {
    if let name { return try find(name) }
    guard let call = fit.newest(of: calls.filter { $0.uuid != other }) else { throw .nothingFits(fit) }
    return call.uuid
  }

  private mutating func request(_ name: CallName?, _ fit: CallFit, _ form: RequestForm, _ text: String) throws(RunCommandError) {
    switch form {
    case .about(let body):
      let call = try find(fit, name)
      ask(body(call), for: text, call: call)
    case .to(.call(let named), let body):
      // Without a name, take the newest call other than the target.
      let other = try find(named)
      let call = try find(fit, name, but: other)
      ask(body(call, .call(other)), for: text, call: call)
    case .to(.handle(let typed), let body):
      let call = try find(fit, name)
      ask(body(call, .handle(handle(typed, for: call))), for: text, call: call)
    case .toHandle(let typed, let operation):
      let call = try find(fit, name)
      ask(.transaction([.perform(operation(handle(typed, for: call)), on: call)]), for: text, call: call)
    }
  }

  /// Returns a typed handle; without a scheme, it is of the first kind of the call's provider.
  private func handle(_ typed: String, for call: CallID) -> Handle {
    DialedHandle.handle(typed, kinds: providers.first { $0.id == roll[call]?.provider }?.kinds ?? [])
  }

  private mutating func dial(_ provider: String, _ handle: String, _ text: String, _ world: RunWorld) throws(RunCommandError) {
    let known = try named(provider)
    let call = world.newCall()
    dialed = call
    let details = StartDetails(handle: DialedHandle.handle(handle, kinds: known.kinds))
    ask(.transaction([.start(call, provider: known.id, details)]), for: text, call: call)
  }

  private mutating func merge(_ names: [CallName], _ text: String) throws(RunCommandError) {
    var merged: [CallID] = []
    for name in names { merged.append(try find(name)) }
    if names.isEmpty { merged = [calls.last { $0.state == .held }, calls.last { $0.state == .active }].compactMap { $0?.uuid } }
    guard merged.count > 1 else { throw .nothingToMerge }
    ask(.merge(merged), for: text, call: nil)
  }

  // MARK: Providers and sound

  private func named(_ provider: String) throws(RunCommandError) -> RunProvider {
    guard let known = providers.first(where: { $0.id.rawValue == provider }) else {
      throw .noProvider(provider, among: providers.map(\.id.rawValue))
    }
    return known
  }

  private mutating func diagnose(_ name: CallName?, _ provider: String?, _ text: String) throws(RunCommandError) {
    if let provider {
      let known = try named(provider)
      return effects.append(.diagnose(expectAnswer(to: text, nil), known.id, nil))
    }
    let call = try find(.any, name)
    guard let owner = roll[call], !owner.hasEnded else { throw .callIsOver }
    effects.append(.diagnose(expectAnswer(to: text, call), owner.provider, call))
  }

  /// Sets the audio route of the line of the newest connected call.
  private mutating func route(_ word: String, _ text: String, _ world: RunWorld) {
    let line = calls.last { $0.state.isConnected }?.line ?? .main
    if let problem = world.setRoute(line, word == "default" ? nil : word) {
      answer(text, .notRouted(problem))
    } else {
      answer(text, .done)
    }
  }
}
