internal import Hookswitch

// The answer to the command `calls`.
extension RunMachine {
  /// The largest number of times that the list is asked for again.
  static let listingLimit = 1_000

  /// Prints the list of calls in the order of their labels.
  ///
  /// The host's answer may be ahead of the news of a change, which is under way then. Ask again, so that each state that the list has was
  /// printed before it.
  mutating func list(_ entries: [CallEntry], for ask: Ask, _ command: String) {
    let known = entries.filter { roll.knownName($0.call) != nil }
    let live = roll.live
    let isAhead = entries.count != live.count || !entries.allSatisfy { entry in live.contains { entry.shows($0) } }
    if isAhead, ask.tries < Self.listingLimit {
      let number = expectAnswer(to: command, nil)
      asks[number]?.tries = ask.tries + 1
      return effects.append(.calls(number))
    }
    let listing = known.map { entry in
      let with = known.filter { $0.group == entry.group && $0.call != entry.call && $0.line == entry.line }
      return ListedCall(name: roll.name(entry.call), entry: entry, with: with.map { roll.name($0.call) }.sorted())
    }
    finish(CommandAnswer(command: command, outcome: .done, listing: listing.sorted { $0.name < $1.name }))
  }
}
