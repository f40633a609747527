internal import Hookswitch

// The only entry of inputs.
extension RunMachine {
  /// Takes an input and returns all effects, in order.
  mutating func receive(_ input: RunInput, at time: Instant, _ world: RunWorld) -> [RunEffect] {
    var (all, goesOn) = receive([input], at: time, world)
    while goesOn {
      let next = receive([], at: time, world)
      all += next.effects
      goesOn = next.goesOn
    }
    return all
  }

  /// Takes several inputs, then begins one command at most.
  ///
  /// Events before a command are thus printed before it, if the caller passes all of them.
  ///
  /// - Returns: the effects, in order, and true when another command may begin at once.
  mutating func receive(_ inputs: [RunInput], at time: Instant, _ world: RunWorld) -> (effects: [RunEffect], goesOn: Bool) {
    now = max(now, time)
    for input in inputs { take(input) }
    let goesOn = advance(world)
    defer { effects = [] }
    return (effects, goesOn)
  }

  private mutating func take(_ input: RunInput) {
    switch input {
    case .line(let line): if !isInputOver { queue.append(line) }
    case .endOfInput: isInputOver = true
    case .signal(let signal): stop(signal)
    case .call(let call): see(call)
    case .event(let event): hear(event)
    case .answered(let number, let outcome): finish(number, outcome)
    case .wake: break
    }
  }

  /// Makes progress by one command at most; true when there is more to do without further input.
  private mutating func advance(_ world: RunWorld) -> Bool {
    if case .starting(let until) = phase, now >= until || providers.allSatisfy({ $0.standing != nil }) { phase = .running }
    checkWait()
    var goesOn = false
    if phase == .running, mayBegin {
      if !queue.isEmpty {
        begin(queue.removeFirst(), world)
        goesOn = true
      } else if isInputOver {
        end(with: hasFailed ? 1 : 0)
      }
    }
    checkEnd()
    return goesOn
  }

  /// True when the next command may begin: in a script after the end of the previous one, for a person unless a `wait` is pending.
  private var mayBegin: Bool {
    if waiting != nil { return false }
    return settings.isInteractive || !asks.values.contains { $0.command != nil }
  }
}
