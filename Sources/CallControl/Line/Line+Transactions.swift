extension Line {
  /// X5: a provider that takes whole transactions gets its slice of what was asked in one piece; says whether it did.
  ///
  /// What has to be inserted for the slice's later actions goes before it, alone.
  mutating func presentWhole(_ calls: Few<CallID>, _ content: CommandContent, of index: Int) -> Bool {
    // M3: tones and their pauses go out one after the other, and nothing goes out ahead of them.
    if case .playDTMF = content { return false }
    guard let first = calls.first.flatMap({ table.index(of: $0) }), isWhole(table.legs[first].provider) else { return false }
    let provider = table.legs[first].provider
    let plan = plans[index]
    var commands = calls.compactMap { call in table[call].map { (leg: $0, content: content, item: plan.cursor) } }
    var future = table
    for place in plan.cursor..<plan.items.count {
      let goal = plan.items[place].goal
      if goal.isOfTones { break }
      if place > plan.cursor, let subject = goal.subject, future[subject]?.provider == provider,
        case .send(let more, let what)? = try? future.move(for: goal, plan.context)
      {
        // A group that others have calls in is not this provider's to move alone.
        // Nor is one that is being moved already: its answer comes first.
        guard more.allSatisfy({ future[$0]?.provider == provider && !isBeingMoved($0) }) else { break }
        commands += more.compactMap { call in table[call].map { (leg: $0, content: what, item: place) } }
      }
      guard (try? future.rehearse(goal, plan.context)) != nil else { break }
    }
    guard commands.count > 1 else { return false }

    let number = plan.number
    var whole: [ProviderCommand] = []
    for (leg, content, item) in commands {
      if content == .end {
        // An End of the slice goes through the one door of ends, but inside the transaction.
        withdraw([.start, .answer, .transfer], of: leg.id)
      }
      guard let place = table.index(of: leg.id) else { continue }
      let command = command(
        content, at: place, plan.context.origin, cause: content == .end ? cause(ofEnding: leg.id, plan.context.origin) : nil,
        decline: plan.declines[leg.id])
      if content == .setHeld(true) { table.legs[place].hold = .user }
      prepare(command)
      whole.append(command)
      guard let index = planIndex(number) else { continue }
      if item == plan.cursor {
        plans[index].awaiting.append(command.id)
      } else {
        plans[index].ahead.append(Plan.Ahead(item: item, command: command.id, call: leg.id, content: content))
      }
    }
    emit(.sendTransaction(provider, whole))
    for command in whole {
      register(command, at: provider)
      markSent(command)
      if command.content == .end, let place = table.index(of: command.call), let cause = command.cause { beginEnding(at: place, cause) }
    }
    return true
  }

  private func isWhole(_ provider: ProviderID) -> Bool {
    table.roster.executesTransactions(provider)
  }

  /// A goal whose command went out ahead of its turn: its answer is awaited, or has come already.
  mutating func presentedAhead(_ index: Int) -> Bool {
    let cursor = plans[index].cursor
    let mine = plans[index].ahead.filter { $0.item == cursor }
    guard !mine.isEmpty else { return false }
    plans[index].ahead.removeAll { $0.item == cursor }
    plans[index].hasBegun = true
    plans[index].awaiting = Few(mine.filter { !$0.isAnswered }.map(\.command))
    plans[index].problem = mine.compactMap(\.problem).first
    plans[index].step = .own(Few(mine.map(\.call)), mine[0].content)
    return true
  }
}

extension Goal {
  /// True for tones, and for the pauses between them.
  fileprivate var isOfTones: Bool {
    switch self {
    case .tones, .pause, .hardPause: true
    default: false
    }
  }
}
