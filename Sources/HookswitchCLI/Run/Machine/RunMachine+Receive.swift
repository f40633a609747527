internal import Hookswitch

// The one way in: an input, then all that follows from it.
extension RunMachine {
  /// Takes an input, and says what is to be done, in order.
  mutating func receive(_ input: RunInput, at time: Instant, _ world: RunWorld) -> [RunEffect] {
    now = max(now, time)
    take(input, world)
    advance(world)
    defer { effects = [] }
    return effects
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

  /// Goes on for as long as there is something to do without another input.
  private mutating func advance(_ world: RunWorld) {
    if case .starting(let until) = phase, now >= until || providers.allSatisfy({ $0.standing != nil }) { phase = .running }
    checkWait(world)
    while phase == .running, mayBegin {
      if queue.isEmpty {
        if isInputOver { end(with: hasFailed ? 1 : 0, world) }
        break
      }
      begin(queue.removeFirst(), world)
    }
    checkEnd(world)
  }

  /// Whether the next command may begin: a script's when the one before is done, a person's unless they said `wait`.
  private var mayBegin: Bool {
    if waiting != nil { return false }
    return settings.isInteractive || !asks.values.contains { $0.command != nil }
  }
}
