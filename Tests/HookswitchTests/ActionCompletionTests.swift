import FoundationEssentials
import Hookswitch
import Locking
import Testing

/// Notes each action's `isComplete` within its own functions, and answers it as the test wants.
private final class Watcher: ProviderDelegate {
  private struct State {
    var answer: Bool? = true
    var kept: [any CallAction] = []
    var notes: [String] = []
    var afterwards: [Bool] = []
  }

  private let state = Locked(State())

  /// The answer to the next actions: fulfil, fail, or none.
  func answers(_ answer: Bool?) { state.withLock { $0.answer = answer } }
  var notes: [String] { state.withLock { $0.notes } }
  /// Each action's `isComplete` just after its answer, within the delegate's function.
  var afterwards: [Bool] { state.withLock { $0.afterwards } }
  var kept: (any CallAction)? { state.withLock { $0.kept.last } }

  private func take(_ action: some CallAction) {
    let answer = state.withLock { state in
      state.notes.append("before \(action.isComplete)")
      state.kept.append(action)
      return state.answer
    }
    guard let answer else { return }
    if answer { action.fulfill() } else { action.fail() }
    state.withLock { $0.afterwards.append(action.isComplete) }
  }
  private func note(_ text: String, _ action: any CallAction) { state.withLock { $0.notes.append("\(text) \(action.isComplete)") } }

  func providerDidReset(_ provider: Provider) {}
  func provider(_ provider: Provider, perform action: StartCallAction) { take(action) }
  func provider(_ provider: Provider, perform action: EndCallAction) { take(action) }
  func provider(_ provider: Provider, perform action: SetMutedCallAction) { take(action) }
  func provider(_ provider: Provider, timedOutPerforming action: any CallAction) { note("timedOut", action) }
  func provider(_ provider: Provider, cancelled action: any CallAction) { note("cancelled", action) }
}

@Suite("An action is complete once it was answered or given up, as in CallKit")
struct ActionCompletionTests {
  private let clock = VirtualClock()
  private let host: CallHost
  private let provider: Provider
  private let delegate = Watcher()
  private let controller: CallController

  init() throws {
    host = CallHost(clock: clock)
    provider = try host.register("a", delegate: delegate)
    controller = CallController(host: host)
  }

  /// Returns an active call's mute action, which the delegate got and did not answer.
  private func unanswered() async throws -> (call: CallID, action: any CallAction) {
    let call = try await controller.start(.number("1"))
    await host.settle()
    provider.reportOutgoingCall(with: call, connectedAt: nil)
    delegate.answers(nil)
    try await controller.requestTransaction(with: SetMutedCallAction(call: call, muted: true))
    await host.settle()
    let action = try #require(delegate.kept as? SetMutedCallAction)
    #expect(!action.isComplete)
    #expect(delegate.notes == ["before false", "before false"])
    return (call, action)
  }

  @Test("fulfilled or failed", arguments: [true, false])
  func answered(isFulfilled: Bool) async throws {
    let (_, action) = try await unanswered()
    if isFulfilled { action.fulfill() } else { action.fail() }
    #expect(action.isComplete)
    await host.settle()
    #expect(action.isComplete)
  }

  @Test("answered within the delegate's function, also while another thread is at work on the line")
  func answeredWithin() async throws {
    let (call, first) = try await unanswered()
    first.fulfill()
    for number in 0..<500 {
      delegate.answers(!number.isMultiple(of: 3))
      try await controller.requestTransaction(with: SetMutedCallAction(call: call, muted: number.isMultiple(of: 2)))
    }
    await host.settle()
    #expect(delegate.afterwards.count >= 100)
    #expect(delegate.afterwards.allSatisfy { $0 })
  }

  @Test("timed out")
  func timedOut() async throws {
    let (_, action) = try await unanswered()
    await clock.advance(by: .seconds(5))
    #expect(action.isComplete)
    #expect(delegate.notes.last == "timedOut true")
  }

  @Test("given up because its call ended")
  func ended() async throws {
    let (call, action) = try await unanswered()
    provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
    await host.settle()
    #expect(action.isComplete)
  }

  @Test("cancelled by an End that overtakes it (X6)")
  func cancelled() async throws {
    delegate.answers(nil)
    let call = try await controller.start(.number("1"))
    await host.settle()
    let action = try #require(delegate.kept)
    #expect(!action.isComplete)
    delegate.answers(true)
    try await controller.end(call)
    await host.settle()
    #expect(action.isComplete)
    #expect(delegate.notes.contains("cancelled true") || delegate.notes.contains("timedOut true"))
  }

  @Test("The provider is lost")
  func lost() async throws {
    let (_, action) = try await unanswered()
    provider.reportLost()
    await host.settle()
    #expect(action.isComplete)
  }

  @Test("On the requesting side an action is never complete: the request is")
  func requesting() async throws {
    let action = StartCallAction(call: CallID(), handle: .number("1"))
    #expect(!action.isComplete)
    let request = try await controller.requestTransaction(with: action)
    try await request.performed()
    #expect(!action.isComplete)
    #expect(request.isComplete)
  }

  @Test("A transaction is complete once each of its actions is")
  func transactions() async throws {
    let (_, action) = try await unanswered()
    let transaction = try #require(provider.pendingTransactions.first)
    #expect(!transaction.isComplete)
    action.fulfill()
    #expect(transaction.isComplete)
    await host.settle()
    #expect(provider.pendingTransactions.isEmpty)
  }
}
