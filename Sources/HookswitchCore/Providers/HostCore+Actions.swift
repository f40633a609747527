internal import CallControl
internal import FoundationEssentials
internal import Locking

// Commands on their way to delegates: whole transactions, single actions, and actions one after another.
extension HostCore {
  /// Sends a provider's delegate one command: as a transaction of one, or as an action if it does not take that.
  func perform(_ command: NamedCommand, by box: ProviderBox) {
    if box.isDirect {
      if !box.isRetired { give(command, to: box.delegate, of: box) }
    } else {
      box.onLane { [self] delegate in
        guard !box.isRetired else { return }
        let action = command.action
        if delegate?.provider(box.provider, execute: Transaction(actions: [action], uuid: command.names.transaction)) ?? false { return }
        give(command, to: delegate, of: box)
      }
    }
  }

  /// Sends a provider's delegate several commands in one piece, or one after another if it does not take them whole (X5).
  ///
  /// Not for direct delegates, which take no transactions.
  func perform(_ commands: [NamedCommand], by box: ProviderBox) {
    guard let uuid = commands.first?.names.transaction else { return }
    box.onLane { [self] delegate in
      guard !box.isRetired else { return }
      let actions = commands.map(\.action)
      if delegate?.provider(box.provider, execute: Transaction(actions: actions, uuid: uuid)) ?? false { return }
      giveInTurn(commands, to: delegate, of: box)
    }
  }

  /// Gives the delegate one action; without a delegate, it fails at once (P3) with a log entry.
  private func give(_ command: NamedCommand, to delegate: (any ProviderDelegate)?, of box: ProviderBox) {
    let action = command.action
    guard let delegate else {
      noteAbsentDelegate(of: box)
      return action.fail(.unimplemented)
    }
    action.perform(by: delegate, of: box.provider)
  }

  /// Sends a transaction's actions one after another, each once the one before it is answered (X3); runs on the delegate's lane.
  private func giveInTurn(_ commands: [NamedCommand], to delegate: (any ProviderDelegate)?, of box: ProviderBox) {
    let now = Self.run(of: commands)
    let rest = Array(commands.dropFirst(now.count))
    if !rest.isEmpty { slices.add(box, given: now.map(\.ticket.ref), rest: rest) }
    for command in now { give(command, to: delegate, of: box) }
    // The first command may have been given up before it was sent.
    advanceSlices()
  }

  /// Sends the commands whose turn has come; called after each turn of a line.
  func advanceSlices() {
    guard !slices.isEmpty else { return }
    for slice in slices.all where slice.given.allSatisfy({ !isOpen($0) }) {
      let rest = slice.rest.filter { isOpen($0.ticket.ref) }
      let next = Self.run(of: rest)
      guard slices.move(slice, given: next.map(\.ticket.ref), rest: Array(rest.dropFirst(next.count))), !next.isEmpty else { continue }
      slice.box.onLane { [self, box = slice.box] delegate in
        guard !box.isRetired else { return }
        for command in next { give(command, to: delegate, of: box) }
      }
    }
  }

  /// Cancels the commands that must not be sent after a failed one.
  func dropRest(after command: CommandID, at provider: ProviderID) {
    for ref in slices.fail(command, at: provider) {
      guard let line = board.withLock({ $0.lines[ref.line] }) else { continue }
      submit(.event(.notAsked(provider, ref)), to: line)
    }
  }

  private func isOpen(_ command: CommandRef) -> Bool {
    board.withLock { $0.lines[command.line] }?.isOpen(command.id) ?? false
  }

  /// Returns the commands to send together: the first, the Ends after it, and the members of a group held or resumed as one (H1, E7).
  private static func run(of commands: [NamedCommand]) -> [NamedCommand] {
    guard let first = commands.first?.ticket.command.operation else { return [] }
    let rest = commands.dropFirst().map(\.ticket.command.operation).prefix { $0.kind == .end || ($0 == first && $0.kind == .setHeld) }.count
    return Array(commands.prefix(1 + rest))
  }
}
