internal import Hookswitch

// The one way in: an input, then all that follows from it.
extension RunMachine {
  /// Takes an input, and says what is to be done, in order.
  mutating func receive(_ input: RunInput, at time: Instant, _ world: RunWorld) -> [RunEffect] {
    var (all, goesOn) = receive([input], at: time, world)
    while goesOn {
      let next = receive([], at: time, world)
      all += next.effects
      goesOn = next.goesOn
    }
    return all
  }

  /// Takes all inputs that have come, then begins one command at most.
  ///
  /// What happened before a command is so told before it, as long as whoever calls this has handed over all that happened.
  /// - Returns: what is to be done, in order, and whether another command may begin at once.
  mutating func receive(_ inputs: [RunInput], at time: Instant, _ world: RunWorld) -> (effects: [RunEffect], goesOn: Bool) {
    now = max(now, time)
    for input in inputs { take(input, world) }
    let goesOn = advance(world)
    defer { effects = [] }
    return (effects, goesOn)
  }

  private mutating func take(_ input: RunInput, _ world: RunWorld) {
    switch input {
    case .line(let line): if !isInputOver { queue.append(line) }
    case .endOfInput: isInputOver = true
    case .signal(let signal): stop(signal, world)
    case .call(let call): see(call)
    case .event(let event): hear(event)
    case .answered(let number, let outcome): finish(number, outcome)
    case .wake: break
    }
  }

  /// Goes on by one command at most; true while there is more to do without another input.
  private mutating func advance(_ world: RunWorld) -> Bool {
    if case .starting(let until) = phase, now >= until || providers.allSatisfy({ $0.standing != nil }) { phase = .running }
    checkWait(world)
    var goesOn = false
    if phase == .running, mayBegin {
      if !queue.isEmpty {
        begin(queue.removeFirst(), world)
        goesOn = true
      } else if isInputOver {
        end(with: hasFailed ? 1 : 0, world)
      }
    }
    checkEnd(world)
    return goesOn
  }

  /// Whether the next command may begin: a script's when the one before is done, a person's unless they said `wait`.
  private var mayBegin: Bool {
    if waiting != nil { return false }
    return settings.isInteractive || !asks.values.contains { $0.command != nil }
  }
}
