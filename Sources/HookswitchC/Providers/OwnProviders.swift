internal import CHookswitch
internal import FoundationEssentials
internal import Hookswitch
internal import Locking

/// The providers that the program itself is, and their open actions.
final class OwnProviders: Sendable {
  private struct Entry: Sendable {
    var provider: OwnProvider
    /// The schemes of its kinds of handle, the first one first.
    var kinds: [String]
  }

  private struct State {
    var entries: [ProviderID: Entry] = [:]
    var actions: [UInt64: (action: any CallAction, provider: ProviderID)] = [:]
    var numbers: [UUID: UInt64] = [:]
    var count: UInt64 = 0
  }

  private let state = Locked(State())

  func add(_ provider: OwnProvider, _ id: ProviderID, kinds: [String]) {
    state.withLock { $0.entries[id] = Entry(provider: provider, kinds: kinds) }
  }

  func change(_ id: ProviderID, kinds: [String]) {
    state.withLock { $0.entries[id]?.kinds = kinds }
  }

  /// Forgets a provider and its actions.
  func remove(_ id: ProviderID) {
    state.withLock { $0.entries[id] = nil }
    forgetActions(of: id)
  }

  /// Forgets all providers and their actions, because each provider keeps this table.
  func removeAll() {
    // Released outside the lock.
    _ = state.withLock { state in
      defer { state = State(count: state.count) }
      return state
    }
  }

  subscript(_ id: ProviderID) -> OwnProvider? { state.withLock { $0.entries[id]?.provider } }

  func kinds(of id: ProviderID) -> [String]? { state.withLock { $0.entries[id]?.kinds } }

  /// Gives actions their numbers.
  func open(_ actions: [any CallAction], of provider: ProviderID) -> [UInt64] {
    state.withLock { state in
      actions.map { action in
        state.count += 1
        state.actions[state.count] = (action, provider)
        state.numbers[action.uuid] = state.count
        return state.count
      }
    }
  }

  /// Takes an open action by its number, to be answered.
  func close(_ number: UInt64) -> (any CallAction)? {
    state.withLock { state -> (any CallAction)? in
      guard let entry = state.actions.removeValue(forKey: number) else { return nil }
      state.numbers[entry.action.uuid] = nil
      return entry.action
    }
  }

  /// Takes an open action that the host gave up; returns its number, or 0.
  func giveUp(_ action: any CallAction) -> UInt64 {
    state.withLock { state in
      guard let number = state.numbers.removeValue(forKey: action.uuid) else { return 0 }
      state.actions[number] = nil
      return number
    }
  }

  func forgetActions(of provider: ProviderID) {
    state.withLock { state in
      for (number, entry) in state.actions where entry.provider == provider {
        state.actions[number] = nil
        state.numbers[entry.action.uuid] = nil
      }
    }
  }
}

/// A provider that the program is: its actions become events, which the program answers at any time.
///
/// Threads of the host call it; it only queues.
final class OwnProvider: ProviderDelegate {
  private let queue: EventQueue
  private let table: OwnProviders
  private let clock: any HostClock
  /// The program's number for the provider.
  private let data: Locked<UInt64>
  /// True when actions that belong together come as one piece.
  let comesInPieces: Bool
  /// Returns a call for the event that it is shown.
  private let call: @Sendable (CallID) -> (call: Call, front: GroupID?)?
  private let pieces = Locked<UInt64>(0)

  init(_ host: EmbeddedHost, data: UInt64, comesInPieces: Bool) {
    (queue, table, clock) = (host.queue, host.providers, host.host.clock)
    self.data = Locked(data)
    self.comesInPieces = comesInPieces
    call = { [weak host = host.host] call in
      guard let host, let found = host.call(call) else { return nil }
      return (found, host.snapshot(of: found.line).front)
    }
  }

  func change(data: UInt64) {
    self.data.withLock { $0 = data }
  }

  private func event(_ type: UInt32, _ provider: Provider) -> QueuedEvent {
    var event = QueuedEvent(type, at: clock.now)
    event.set(provider: provider.id.rawValue)
    event.data = data.withLock { $0 }
    return event
  }

  private func event(_ type: UInt32, _ provider: Provider, about call: CallID) -> QueuedEvent {
    var event = event(type, provider)
    event.show(self.call(call).map { .call($0.call, front: $0.front) } ?? .named(call))
    return event
  }

  private func ask(_ actions: [any CallAction], of provider: Provider) {
    let numbers = table.open(actions, of: provider.id)
    let piece = pieces.withLock { count in
      count += 1
      return count
    }
    let events = zip(actions, numbers).enumerated().compactMap { place, pair -> QueuedEvent? in
      let (action, number) = pair
      guard let command = action.ticket?.command else { return nil }
      var event = event(HK_EVENT_PERFORM, provider)
      var content = ActionContent(command, of: provider.id)
      (content.id, content.transaction) = (number, piece)
      (content.index, content.count) = (UInt32(place), UInt32(actions.count))
      event.set(action: content)
      return event
    }
    queue.put(events)
  }

  func provider(_ provider: Provider, performOther action: any CallAction) {
    ask([action], of: provider)
  }

  func provider(_ provider: Provider, execute transaction: Transaction) -> Bool {
    guard comesInPieces else { return false }
    ask(transaction.actions, of: provider)
    return true
  }

  func providerDidBegin(_ provider: Provider) {
    queue.put(event(HK_EVENT_BEGIN, provider))
  }

  func providerDidReset(_ provider: Provider) {
    table.forgetActions(of: provider.id)
    queue.put(event(HK_EVENT_RESET, provider))
  }

  func provider(_ provider: Provider, timedOutPerforming action: any CallAction) {
    giveUp(action, HK_EVENT_TIMED_OUT, of: provider)
  }

  func provider(_ provider: Provider, cancelled action: any CallAction) {
    giveUp(action, HK_EVENT_CANCELLED, of: provider)
  }

  private func giveUp(_ action: any CallAction, _ type: UInt32, of provider: Provider) {
    let number = table.giveUp(action)
    // The program answered it at the same time: its answer is on the way.
    guard number != 0, let command = action.ticket?.command else { return }
    var event = event(type, provider)
    var content = ActionContent(command, of: provider.id)
    content.id = number
    event.set(action: content)
    queue.put(event)
  }

  func provider(_ provider: Provider, didShow call: CallID) {
    queue.put(event(HK_EVENT_SHOWN, provider, about: call))
  }

  func provider(_ provider: Provider, didRefuse call: CallID, error: CallError) {
    var event = event(HK_EVENT_REFUSED, provider)
    event.show(.named(call))
    event.fail(EmbeddingError(error))
    queue.put(event)
  }

  func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?) {
    var event = event(HK_EVENT_TRANSFER_DECIDED, provider, about: call)
    event.value = accepted ? 1 : 0
    if let error { event.fail(EmbeddingError(error)) }
    queue.put(event)
  }

  func provider(_ provider: Provider, didActivate session: AudioSession) { activate(provider, session, isOn: true) }

  func provider(_ provider: Provider, didDeactivate session: AudioSession) { activate(provider, session, isOn: false) }

  private func activate(_ provider: Provider, _ session: AudioSession, isOn: Bool) {
    var event = event(HK_EVENT_ACTIVATE, provider)
    event.value = isOn ? 1 : 0
    event.set(line: session.line)
    event.set(text: session.reason?.rawValue)
    queue.put(event)
  }

  /// Lets the program begin the provider anew after a loss.
  func restart(_ provider: Provider) {
    queue.put(event(HK_EVENT_RESTART, provider))
  }
}
