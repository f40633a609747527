import FoundationEssentials
import Hookswitch
import Locking

/// A transport for tests: it records its callbacks, and answers at once, except the kinds of action that it ignores.
final class ScriptedDelegate: ProviderDelegate {
  private struct State {
    var heard: [String] = []
    var deaf: Set<CallOperation.Kind> = []
    var failing: Set<CallOperation.Kind> = []
    var kept: [any CallAction] = []
    var takesWhole = false
    var names: [UUID] = []
    var offered: [UUID] = []
  }

  private let state = Locked(State())

  /// The callbacks, in order.
  var heard: [String] { state.withLock { $0.heard } }
  /// The actions without an answer.
  var kept: [any CallAction] { state.withLock { $0.kept } }
  /// The ids of the actions that it got.
  var names: [UUID] { state.withLock { $0.names } }

  /// The ids of the transactions offered to it, taken or not.
  var offered: [UUID] { state.withLock { $0.offered } }

  init(deaf: Set<CallOperation.Kind> = [], failing: Set<CallOperation.Kind> = [], takesWhole: Bool = false) {
    state.withLock { $0 = State(deaf: deaf, failing: failing, takesWhole: takesWhole) }
  }

  func listen(to kind: CallOperation.Kind) {
    state.withLock { _ = $0.deaf.remove(kind) }
  }

  private func note(_ text: String) {
    state.withLock { $0.heard.append(text) }
  }

  private func answer(_ action: any CallAction, _ kind: CallOperation.Kind, _ detail: String = "") {
    let (isDeaf, isFailing) = state.withLock { state in
      state.heard.append(kind.rawValue + detail)
      state.names.append(action.uuid)
      if state.deaf.contains(kind) { state.kept.append(action) }
      return (state.deaf.contains(kind), state.failing.contains(kind))
    }
    if isFailing { action.fail() } else if !isDeaf { action.fulfill() }
  }

  func providerDidBegin(_ provider: Provider) { note("begin") }
  func providerDidReset(_ provider: Provider) { note("reset") }

  func provider(_ provider: Provider, execute transaction: Transaction) -> Bool {
    let isTaken = state.withLock { state in
      state.offered.append(transaction.uuid)
      return state.takesWhole
    }
    guard isTaken else { return false }
    note("execute \(transaction.actions.count)")
    for action in transaction.actions { action.fulfill() }
    return true
  }

  func provider(_ provider: Provider, perform action: StartCallAction) { answer(action, .start, " " + action.handle.value) }
  func provider(_ provider: Provider, perform action: AnswerCallAction) { answer(action, .answer) }
  func provider(_ provider: Provider, perform action: EndCallAction) { answer(action, .end) }
  func provider(_ provider: Provider, perform action: SetHeldCallAction) { answer(action, .setHeld, " \(action.isOnHold)") }
  func provider(_ provider: Provider, perform action: SetMutedCallAction) { answer(action, .setMuted, " \(action.isMuted)") }
  func provider(_ provider: Provider, perform action: SetGroupCallAction) {
    answer(action, .setGroup, action.callUUIDToGroupWith == nil ? " -" : " +")
  }
  func provider(_ provider: Provider, perform action: PlayDTMFCallAction) { answer(action, .playDTMF, " " + action.digits) }
  func provider(_ provider: Provider, perform action: DeflectCallAction) { answer(action, .deflect, " " + action.handle.value) }
  func provider(_ provider: Provider, timedOutPerforming action: any CallAction) { note("timedOut \(type(of: action))") }
  func provider(_ provider: Provider, cancelled action: any CallAction) { note("cancelled \(type(of: action))") }
  func provider(_ provider: Provider, didShow call: CallID) { note("shown") }
  func provider(_ provider: Provider, didRefuse call: CallID, error: CallError) { note("refused \(error.code.rawValue)") }
  func provider(_ provider: Provider, decidedTransferOf call: CallID, accepted: Bool, error: CallError?) { note("transfer \(accepted)") }
  func provider(_ provider: Provider, didActivate session: AudioSession) { note("audio +") }
  func provider(_ provider: Provider, didDeactivate session: AudioSession) { note("audio -") }
}
