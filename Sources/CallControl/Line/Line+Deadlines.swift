extension Line {
  /// What is due at the earliest, and when.
  private enum Due {
    case command(Pending)
    case patience(CallID)
    case screening(Screening)
    case aside(AsideRequest)
    case ask(TransferAsk)
    case pause
  }

  var earliestDeadline: Instant? { earliest?.time }

  /// Deadlines that are due fire one by one, the earliest first; each may bring others.
  mutating func fireDeadlines() {
    while let (time, due) = earliest, time <= now {
      switch due {
      case .command(let command):
        pending.removeAll { $0.command.id == command.command.id }
        timeOut(command)
      case .patience(let call): losePatience(call)
      case .screening(let screening): stopScreening(screening)
      case .aside(let request): stopWaiting(request)
      case .ask(let ask): refuseAsk(ask)
      case .pause: break
      }
      pump()
    }
  }

  /// Ties are broken by the order below, and by age.
  private var earliest: (time: Instant, due: Due)? {
    var result: (time: Instant, due: Due)?
    func offer(_ time: Instant, _ due: Due) {
      if result.map({ time < $0.time }) ?? true { result = (time, due) }
    }
    for command in pending { offer(command.command.deadline, .command(command)) }
    for leg in table.legs {
      if let patience = leg.patience, !isBeingAnswered(leg) { offer(patience, .patience(leg.id)) }
    }
    for screening in screenings { offer(screening.deadline, .screening(screening)) }
    for request in aside { offer(request.deadline, .aside(request)) }
    for ask in asks { if let deadline = ask.deadline { offer(deadline, .ask(ask)) } }
    for plan in plans { if let until = plan.pausedUntil { offer(until, .pause) } }
    return result
  }

  /// I5: the ring time does not pass while an accepted Answer is under way.
  private func isBeingAnswered(_ leg: Leg) -> Bool {
    guard leg.state == .ringing, !(plans.isEmpty && queue.isEmpty) else { return false }
    return waitingAnswers.contains(leg.id)
  }

  /// I5, and the dial time: it has rung, or dialled, for too long.
  private mutating func losePatience(_ call: CallID) {
    guard let index = table.index(of: call) else { return }
    table.legs[index].patience = nil
    beginHostEnd(of: call, table.legs[index].direction == .incoming ? .ringTimeout : .dialTimeout)
  }
}
