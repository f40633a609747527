import Foundation
import Hookswitch
import Locking
import Testing
import TransportLoader

/// A delegate that lacks some functions: it starts, answers and ends calls, and takes no whole transactions.
private final class Sparse: ProviderDelegate {
  let heard = Locked<[String]>([])
  func providerDidBegin(_ provider: Provider) { heard.withLock { $0.append("begin") } }
  func providerDidReset(_ provider: Provider) {}
  func provider(_ provider: Provider, perform action: StartCallAction) { answer(action, "start") }
  func provider(_ provider: Provider, perform action: AnswerCallAction) { answer(action, "answer") }
  func provider(_ provider: Provider, perform action: EndCallAction) { answer(action, "end") }
  private func answer(_ action: some CallAction, _ word: String) {
    heard.withLock { $0.append(word) }
    action.fulfill()
  }
}

/// Counts transactions, declines them all, and answers only when the test says so.
private final class Declining: ProviderDelegate {
  let transactions = Locked<[[String]]>([])
  let given = Locked<[any CallAction]>([])
  let isDeaf = Locked(false)

  func providerDidReset(_ provider: Provider) {}
  func provider(_ provider: Provider, execute transaction: Transaction) -> Bool {
    transactions.withLock { $0.append(transaction.actions.map { "\(type(of: $0))" }) }
    return false
  }
  func provider(_ provider: Provider, perform action: StartCallAction) { take(action) }
  func provider(_ provider: Provider, perform action: AnswerCallAction) { take(action) }
  func provider(_ provider: Provider, perform action: EndCallAction) { take(action) }
  func provider(_ provider: Provider, perform action: SetHeldCallAction) { take(action) }
  func provider(_ provider: Provider, perform action: SetMutedCallAction) { take(action) }
  private func take(_ action: some CallAction) {
    given.withLock { $0.append(action) }
    if !isDeaf.withLock({ $0 }) { action.fulfill() }
  }
  var words: [String] { given.withLock { $0.map { "\(type(of: $0))" } } }
  func last() -> (any CallAction)? { given.withLock { $0.last } }
}

@Suite("Delegates, as in CallKit")
struct DelegateTests {
  @Test("a provider is made with its configuration, and its delegate is set after: calls requested meanwhile wait for it (S8)")
  func made() async throws {
    let host = CallHost(clock: VirtualClock())
    let provider = Provider(configuration: ProviderConfiguration(localizedName: "MonkeyCall"), host: host)
    #expect(provider.id == "MonkeyCall")
    #expect(Provider(configuration: ProviderConfiguration(localizedName: "MonkeyCall"), host: host).id == "MonkeyCall-2")
    let controller = CallController(host: host)
    let call = try await controller.start(.number("5550100"), through: provider.id)
    await host.settle()
    #expect(host.call(call)?.state == .requested)
    let delegate = Sparse()
    provider.setDelegate(delegate, queue: nil)
    await host.settle()
    #expect(delegate.heard.withLock { $0 } == ["begin", "start"])
    #expect(host.call(call)?.state == .dialing)
    #expect(throws: HostError.self) { try Provider("MonkeyCall", configuration: ProviderConfiguration(), host: host) }
  }

  @Test("an action without a delegate fails at once, and the log says how to fix it")
  func none() async throws {
    let host = CallHost(clock: VirtualClock())
    var events = CallObserver(host: host).events().makeAsyncIterator()
    let provider = Provider(configuration: ProviderConfiguration(localizedName: "MonkeyCall"), host: host)
    let call = CallID()
    try await provider.reportNewIncomingCall(with: call, update: .from("5550111"))
    let controller = CallController(host: host)
    await #expect(throws: CallError(.notSupported, [call])) { try await controller.answer(call).performed() }
    var text: String?
    while text == nil, let event = await events.next() {
      if case .log(provider.id, level: 2, topic: "delegate", text: let found) = event.body { text = found }
    }
    #expect(text?.contains("setDelegate") == true)
  }

  @Test("a delegate is held weakly, and actions after its release fail at once")
  func weakly() async throws {
    let host = CallHost(clock: VirtualClock())
    let provider = Provider(configuration: ProviderConfiguration(localizedName: "A"), host: host)
    var delegate: Sparse? = Sparse()
    provider.setDelegate(delegate)
    let controller = CallController(host: host)
    let call = try await controller.start(.number("5550100"))
    await host.settle()
    weak let seen = delegate
    delegate = nil
    #expect(seen == nil)
    await #expect(throws: CallError(.notSupported, [call])) {
      try await controller.requestTransaction(with: SetMutedCallAction(call: call, muted: true)).performed()
    }
  }

  @Test("a new delegate during a call gets begin first, and then the actions that its predecessor had not begun")
  func changed() async throws {
    let world = try World(deaf: [.setMuted])
    let call = try await world.activeCall()
    let next = Sparse()
    world.provider.setDelegate(next)
    try await world.controller.end(call).performed()
    #expect(next.heard.withLock { $0 } == ["begin", "end"])
    #expect(!world.delegate.heard.contains("end"))
    let host = world.host
    world.provider.setDelegate(nil)
    let waiting = try await world.controller.start(.number("1"))
    await host.settle()
    #expect(world.state(waiting) == .requested)
    world.provider.setDelegate(next)
    await host.settle()
    #expect(world.state(waiting) == .dialing)
  }

  @Test("the two delegates never run at once, and the order of actions stays")
  func inOrder() async throws {
    let host = CallHost(clock: VirtualClock())
    let provider = try host.register("a", delegate: Sparse())
    let delegates = (0..<8).map { _ in Sparse() }
    for delegate in delegates {
      let call = CallID()
      try await CallController(host: host).start(.number("1"), call: call)
      provider.setDelegate(delegate, queue: delegate === delegates[3] ? .main : nil)
      try await CallController(host: host).end(call).performed()
    }
    await host.settle()
    let heard: [[String]] = delegates.map { delegate in delegate.heard.withLock { $0 } }
    #expect(heard.allSatisfy { $0.first == "begin" })
    let ends = heard.joined().filter { $0 == "end" }
    #expect(ends.count == 8)
  }

  @Test("the log names a function that the delegate lacks, once, and the action fails (P3)")
  func lacking() async throws {
    let host = CallHost(clock: VirtualClock())
    var events = CallObserver(host: host).events().makeAsyncIterator()
    let provider = try host.register("a", delegate: Sparse())
    let controller = CallController(host: host)
    let call = try await controller.start(.number("1"))
    await host.settle()
    provider.reportOutgoingCall(with: call, connectedAt: nil)
    await host.settle()
    for _ in 0..<2 {
      await #expect(throws: CallError(.notSupported, [call])) { try await controller.hold(call).performed() }
    }
    try await controller.end(call).performed()
    var texts: [String] = []
    while let event = await events.next() {
      if case .log(_, level: 2, topic: "delegate", text: let found) = event.body { texts.append(found) }
      if case .ended = event.body { break }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.contains("provider(_:perform: SetHeldCallAction)") == true)
  }

  @Test("a transaction is offered once; a declined one arrives as its actions, one after another (X3, X5)")
  func declined() async throws {
    let host = CallHost(clock: VirtualClock())
    let delegate = Declining()
    let provider = try host.register("a", delegate: delegate)
    let controller = CallController(host: host)
    let active = try await controller.start(.number("1"))
    await host.settle()
    provider.reportOutgoingCall(with: active, connectedAt: nil)
    let ringing = CallID()
    try await provider.reportNewIncomingCall(with: ringing, update: .from("2"))
    await host.settle()
    delegate.transactions.withLock { $0 = [] }
    delegate.given.withLock { $0 = [] }
    delegate.isDeaf.withLock { $0 = true }
    let request = try await controller.requestTransaction(with: [EndCallAction(call: active), AnswerCallAction(call: ringing)])
    await host.settle()
    #expect(delegate.transactions.withLock { $0 } == [["EndCallAction", "AnswerCallAction"]])
    #expect(delegate.words == ["EndCallAction"])
    delegate.last()?.fulfill()
    await host.settle()
    #expect(delegate.words == ["EndCallAction", "AnswerCallAction"])
    delegate.last()?.fulfill()
    try await request.performed()
    #expect(host.call(ringing)?.state == .active)
  }

  @Test("when the first action of a declined transaction fails, the rest is never performed: a call rings on (X3, A9)")
  func declinedAndFailed() async throws {
    let host = CallHost(clock: VirtualClock())
    let delegate = Declining()
    let provider = try host.register("a", delegate: delegate)
    let controller = CallController(host: host)
    let active = try await controller.start(.number("1"))
    await host.settle()
    provider.reportOutgoingCall(with: active, connectedAt: nil)
    let ringing = CallID()
    try await provider.reportNewIncomingCall(with: ringing, update: .from("2"))
    await host.settle()
    delegate.given.withLock { $0 = [] }
    delegate.isDeaf.withLock { $0 = true }
    let hold = SetHeldCallAction(call: active, onHold: true)
    let request = try await controller.requestTransaction(with: [hold, AnswerCallAction(call: ringing)])
    await host.settle()
    delegate.last()?.fail()
    await host.settle()
    #expect(delegate.words == ["SetHeldCallAction"])
    #expect(host.call(ringing)?.state == .ringing)
    #expect(host.call(active)?.state == .active)
    #expect(request.resultsSoFar.map(\.error?.code) == [.actionFailed, .transactionAborted])
    delegate.isDeaf.withLock { $0 = false }
    try await controller.end(active).performed()
    try await controller.answer(ringing).performed()
    #expect(host.call(ringing)?.state == .active)
  }

  @Test("an action of a declined transaction that waits too long for its turn is never performed either (T)")
  func declinedAndLate() async throws {
    let clock = VirtualClock()
    let host = CallHost(clock: clock)
    let delegate = Declining()
    let provider = try host.register("a", delegate: delegate)
    let controller = CallController(host: host)
    let active = try await controller.start(.number("1"))
    await host.settle()
    provider.reportOutgoingCall(with: active, connectedAt: nil)
    await host.settle()
    delegate.given.withLock { $0 = [] }
    delegate.isDeaf.withLock { $0 = true }
    let request = try await controller.requestTransaction(with: [
      SetHeldCallAction(call: active, onHold: true), SetMutedCallAction(call: active, muted: true),
    ])
    await clock.advance(by: .seconds(20))
    await #expect(throws: CallError.self) { try await request.performed() }
    #expect(delegate.words == ["SetHeldCallAction"])
    #expect(host.call(active)?.state == .active && host.call(active)?.isMuted == false)
  }

  @Test("a delegate on the main actor is set with its queue")
  @MainActor func onMain() async throws {
    let host = CallHost(clock: VirtualClock())
    let provider = Provider(configuration: ProviderConfiguration(localizedName: "A"), host: host)
    let delegate = OnMain()
    provider.setDelegate(delegate, queue: .main)
    let call = try await CallController(host: host).start(.number("1"))
    await host.settle()
    #expect(delegate.calls == [call])
  }
}

@MainActor
private final class OnMain: ProviderDelegate {
  var calls: [CallID] = []
  nonisolated func providerDidReset(_ provider: Provider) { MainActor.assumeIsolated { calls = [] } }
  nonisolated func provider(_ provider: Provider, perform action: StartCallAction) {
    MainActor.assumeIsolated { calls.append(action.callUUID) }
    action.fulfill()
  }
}

@Suite("Texts of errors")
struct ErrorSentenceTests {
  @Test("an error of the rules is whole sentences, and does not name the call itself as the obstacle", arguments: CallError.Code.allCases)
  func sentences(code: CallError.Code) throws {
    let call = CallID()
    let error = CallError(code, [call], provider: "home", handleKinds: [.phoneNumber])
    let sentence = try #require(error.errorDescription)
    #expect(sentence.hasSuffix(".") && sentence.first?.isUppercase == true, "\(sentence)")
    let advice = try #require(error.recoverySuggestion)
    #expect(advice.hasSuffix(".") && advice.first?.isUppercase == true, "\(advice)")
    #expect(!"\(error)".contains("in the way"))
    #expect((error as any Error).localizedDescription == sentence)
  }

  @Test("a handle of an unsupported kind is refused with the provider's name and its kinds (S7)")
  func kinds() async throws {
    var configuration = ProviderConfiguration(localizedName: "A")
    configuration.supportedHandleTypes = [.phoneNumber, .emailAddress]
    let world = try World(configuration: configuration)
    do {
      try await world.controller.start(Handle(type: .generic, value: "bob"), through: "a")
      Issue.record("it was accepted")
    } catch {
      #expect(error.provider == "a" && error.handleKinds == [.emailAddress, .phoneNumber])
      #expect("\(error)".contains("\"a\"") && "\(error)".contains("emailAddress, phoneNumber"))
    }
  }

  @Test("a transport's fault prints its message")
  func fault() async throws {
    let world = try World()
    do throws(TransportFault) {
      _ = try await world.host.diagnostics(of: "a")
      Issue.record("it told something")
    } catch {
      #expect(error.description.contains("it is not a transport's provider"))
      #expect(error.errorDescription?.hasSuffix(".") == true)
    }
    #expect(TransportError(domain: "SIP", code: 486, message: "Busy Here").description == "SIP 486: Busy Here")
    do { _ = try world.host.register("a", delegate: Sparse()) } catch {
      #expect((error as any Error).localizedDescription.hasSuffix("."))
    }
  }
}
