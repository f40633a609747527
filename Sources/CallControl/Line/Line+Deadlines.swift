extension Line {
  /// The earliest deadline, with its index in its list.
  private enum Due {
    case command(Int)
    case patience(Int)
    case screening(Int)
    case aside(Int)
    case ask(Int)
    case pause
  }

  var earliestDeadline: Instant? { earliest?.time }

  /// Fires due deadlines one by one, the earliest first; each may set others.
  mutating func fireDeadlines() {
    while let (time, due) = earliest, time <= now {
      switch due {
      case .command(let index): timeOut(pending.remove(at: index))
      case .patience(let index): losePatience(at: index)
      case .screening(let index): stopScreening(screenings[index])
      case .aside(let index): stopWaiting(aside[index])
      case .ask(let index): refuseAsk(asks[index])
      case .pause: break
      }
      pump()
    }
  }

  /// The earliest deadline; the order below, then age, breaks ties.
  private var earliest: (time: Instant, due: Due)? {
    var time = Instant(nanoseconds: .max)
    var due: Due?
    func offer(_ other: Instant, _ what: Due) {
      if other < time { (time, due) = (other, what) }
    }
    for index in pending.indices { offer(pending[index].command.deadline, .command(index)) }
    for index in table.legs.indices {
      if let patience = table.legs[index].patience, patience < time, !isBeingAnswered(at: index) { offer(patience, .patience(index)) }
    }
    for index in screenings.indices { offer(screenings[index].nextDeadline, .screening(index)) }
    for index in aside.indices { offer(aside[index].deadline, .aside(index)) }
    for index in asks.indices { if let deadline = asks[index].deadline { offer(deadline, .ask(index)) } }
    for index in plans.indices { if let until = plans[index].pausedUntil { offer(until, .pause) } }
    return due.map { (time, $0) }
  }

  /// I5: returns true while an accepted Answer is under way, when the ring time does not pass.
  private func isBeingAnswered(at index: Int) -> Bool {
    guard table.legs[index].state == .ringing, !(plans.isEmpty && queue.isEmpty) else { return false }
    return waitingAnswers.contains(table.legs[index].id)
  }

  /// Ends a call that rang (I5) or dialled for too long.
  private mutating func losePatience(at index: Int) {
    table.legs[index].patience = nil
    beginHostEnd(of: table.legs[index].id, table.legs[index].direction == .incoming ? .ringTimeout : .dialTimeout)
  }
}
