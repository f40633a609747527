extension Line {
  /// X5: gives a provider that takes whole transactions its slice in one piece; returns true when it did.
  ///
  /// Steps that later actions of the slice need go first, alone.
  mutating func presentWhole(_ calls: Few<CallID>, _ operation: CallOperation, of index: Int) -> Bool {
    // M3: tones and pauses go out one after the other; no action goes out ahead of them.
    if case .playDTMF = operation { return false }
    guard let first = calls.first.flatMap({ table.index(of: $0) }), isWhole(table.legs[first].provider) else { return false }
    let provider = table.legs[first].provider
    let plan = plans[index]
    var commands = calls.compactMap { call in table[call].map { (leg: $0, operation: operation, item: plan.cursor) } }
    var future = table
    for place in plan.cursor..<plan.items.count {
      let goal = plan.items[place].goal
      if goal.isOfTones { break }
      if place > plan.cursor, let subject = goal.subject, future[subject]?.provider == provider,
        case .send(let more, let what)? = try? future.move(for: goal, plan.context)
      {
        // One provider alone cannot move a group that has other providers' calls, nor one that is being moved until that is answered.
        guard more.allSatisfy({ future[$0]?.provider == provider && !isBeingMoved($0) }) else { break }
        commands += more.compactMap { call in table[call].map { (leg: $0, operation: what, item: place) } }
      }
      guard (try? future.rehearse(goal, plan.context)) != nil else { break }
    }
    guard commands.count > 1 else { return false }

    let number = plan.number
    var whole: [ProviderCommand] = []
    for (leg, operation, item) in commands {
      if operation.kind == .end {
        // The slice's End does the work of `end(_:_:_:)`, but sends its command within the transaction.
        withdraw(CallOperation.Kind.overtakenByEnd, of: leg.id)
      }
      guard let place = table.index(of: leg.id) else { continue }
      let isEnd = operation.kind == .end
      let command = command(
        isEnd ? .end(plan.declines[leg.id]) : operation, at: place, plan.context.origin,
        cause: isEnd ? cause(ofEnding: leg.id, plan.context.origin) : nil)
      if operation == .setHeld(true) { table.legs[place].hold = .user }
      prepare(command)
      whole.append(command)
      guard let index = planIndex(number) else { continue }
      if item == plan.cursor {
        plans[index].awaiting.append(command.id)
      } else {
        plans[index].ahead.append(Plan.Ahead(item: item, command: command.id, call: leg.id, operation: operation))
      }
    }
    emit(.sendTransaction(provider, whole))
    for command in whole {
      register(command, at: provider)
      markSent(command)
      if command.kind == .end, let place = table.index(of: command.call), let cause = command.cause { beginEnding(at: place, cause) }
    }
    return true
  }

  private func isWhole(_ provider: ProviderID) -> Bool {
    table.roster.executesTransactions(provider)
  }

  /// Takes up a goal whose command was sent ahead of its turn, and waits for any answer still missing.
  mutating func presentedAhead(_ index: Int) -> Bool {
    let cursor = plans[index].cursor
    let mine = plans[index].ahead.filter { $0.item == cursor }
    guard !mine.isEmpty else { return false }
    plans[index].ahead.removeAll { $0.item == cursor }
    plans[index].hasBegun = true
    plans[index].awaiting = Few(mine.filter { !$0.isAnswered }.map(\.command))
    plans[index].problem = mine.compactMap(\.problem).first
    plans[index].step = .own(Few(mine.map(\.call)), mine[0].operation)
    return true
  }
}
