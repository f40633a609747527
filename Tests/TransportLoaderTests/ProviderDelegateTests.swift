import CallControl
import Foundation
import Locking
import Testing

@testable import TransportLoader

/// A transport's instance as a provider's delegate.
@Suite struct ProviderDelegateTests {
  /// A delegate whose provider has begun.
  struct Counter {
    let workshop: Workshop
    let desk = Desk()
    let provider: Provider
    let delegate: TransportProviderDelegate
    let call = UUID()
    /// The plugin's log messages, and the reason that it received for an End.
    let heard: Locked<[String]>

    init(defines: [String] = ["NOTE"], patience: UInt32 = 2000) throws {
      workshop = try Workshop()
      try workshop.compile(defines: defines)
      let catalog = TransportCatalog(searching: SearchPath(folders: [.init(path: workshop.folder, source: .option)]))
      let candidate = try #require(catalog.usable.first)
      var settings = TransportSettings()
      settings.patienceMilliseconds = patience
      let heard = Locked<[String]>([])
      self.heard = heard
      delegate = TransportProviderDelegate(try LoadedTransport(candidate, contact: .none), settings: settings) { message in
        if case .log(_, _, let text) = message { heard.withLock { $0.append(text) } }
      }
      provider = Provider(id: ProviderID(rawValue: "fixture"), sink: desk)
      delegate.providerDidBegin(provider)
      #expect(desk.wait(for: "ready"))
    }

    @discardableResult
    func dial(_ text: String, _ id: UUID? = nil) -> StartCallAction {
      let handle = Handle(type: .phoneNumber, value: text)
      let action = desk.ticketed(StartCallAction(call: id ?? call, handle: handle), .start(StartDetails(handle: handle)))
      delegate.provider(provider, perform: action)
      return action
    }

    func end(cause: EndCause = .user) {
      delegate.provider(provider, perform: desk.ticketed(EndCallAction(call: call), .end(), cause: cause))
    }

    func ring(_ number: String) throws -> UUID {
      var info = TransportCallInfo()
      info.handleKind = "tel"
      info.handle = number
      delegate.instance?.peerCall(info) { _ in }
      #expect(desk.wait(for: "incoming"))
      guard case .incoming(let incoming)? = desk.words.last else { throw Workshop.Failure(text: "no call") }
      return incoming.call
    }
  }

  @Test func aCallGoesDownAndUpAndItsOwnEndIsSaidOnce() throws {
    let counter = try Counter()
    counter.dial("5550100")
    #expect(counter.desk.wait(for: "connected"))
    counter.delegate.provider(
      counter.provider, perform: counter.desk.ticketed(SetHeldCallAction(call: counter.call, onHold: true), .setHeld(true)))
    #expect(counter.desk.wait(for: "fulfilled setHeld"))
    counter.end()
    #expect(counter.desk.wait(for: "fulfilled end"))
    counter.end()
    #expect(counter.desk.wait(for: "fulfilled end", 2))
    #expect(
      counter.desk.texts == [
        "ready", "fulfilled start", "startedConnecting", "connected", "fulfilled setHeld", "fulfilled end", "fulfilled end",
      ])
  }

  @Test(arguments: [
    ("refuse", ["failed start transport -8"]), ("error", ["failed start sip 486"]),
    ("ended", ["fulfilled start", "startedConnecting", "connected", "ended remoteEnded"]),
    ("unknown-reason", ["fulfilled start", "startedConnecting", "connected", "ended failed"]),
    ("restart", ["lost it requested a restart: lost my network card"]),
  ])
  func whatTheTransportSaysReachesTheHostInItsWords(number: String, expected: [String]) throws {
    let counter = try Counter()
    counter.dial(number)
    #expect(counter.desk.wait(for: expected.last ?? ""))
    #expect(Array(counter.desk.texts.dropFirst()) == expected)
  }

  @Test func whatIsNotOfferedIsUnimplementedAndCapabilitiesSaySo() throws {
    let counter = try Counter()
    #expect(counter.provider.configuration.capabilities == [.holding, .dtmf])
    #expect(TransportProviderDelegate.providerConfiguration(for: counter.delegate.transport).supportedHandleTypes == [.phoneNumber])
    counter.dial("5550100")
    #expect(counter.desk.wait(for: "connected"))
    counter.delegate.provider(
      counter.provider, perform: counter.desk.ticketed(SetMutedCallAction(call: counter.call, muted: true), .setMuted(true)))
    #expect(counter.desk.wait(for: "unimplemented setMuted"))
  }

  @Test func anActionAboutACallThatIsGoneFailsAndAnEndIsDone() throws {
    let counter = try Counter()
    counter.delegate.provider(counter.provider, perform: counter.desk.ticketed(AnswerCallAction(call: UUID()), .answer))
    #expect(counter.desk.wait(for: "failed answer transport -5"))
    counter.end()
    #expect(counter.desk.wait(for: "fulfilled end"))
  }

  @Test func anIncomingCallIsShownAnsweredAndEndedThere() throws {
    let counter = try Counter()
    let call = try counter.ring("5550123")
    #expect(counter.desk.texts.last == "incoming tel:5550123")
    counter.delegate.provider(counter.provider, didShow: call)
    #expect(counter.desk.wait(for: "dtmf 1"))
    counter.delegate.provider(counter.provider, perform: counter.desk.ticketed(AnswerCallAction(call: call), .answer))
    #expect(counter.desk.wait(for: "fulfilled answer"))
    #expect(counter.delegate.instance?.callCount == 1)
  }

  @Test("A11: a call whose answer fails is ended at the transport too, so that its caller learns of it")
  func aCallThatCannotBeAnsweredIsEndedThere() throws {
    let counter = try Counter(defines: ["NOTE", "FAULT_ANSWER"])
    let call = try counter.ring("5550123")
    counter.delegate.provider(counter.provider, perform: counter.desk.ticketed(AnswerCallAction(call: call), .answer))
    #expect(counter.desk.wait(for: "failed answer"))
    counter.dial("5550100")
    #expect(counter.desk.wait(for: "connected"))
    #expect(counter.delegate.instance?.callCount == 1, "what was asked before the dial has been done")
    #expect(!counter.desk.texts.contains { $0.hasPrefix("ended") }, "the host has ended it already")
    #expect(counter.delegate.instance?.misbehaviour.total == 0)
  }

  @Test func aRefusedCallIsRejectedAndNothingMoreIsSaidOfIt() throws {
    let counter = try Counter()
    let call = try counter.ring("5550123")
    counter.delegate.provider(counter.provider, didRefuse: call, error: CallError(.filteredByDoNotDisturb))
    counter.dial("5550100")
    #expect(counter.desk.wait(for: "connected"))
    #expect(counter.desk.texts.dropFirst(2) == ["fulfilled start", "startedConnecting", "connected"])
    #expect(counter.delegate.instance?.callCount == 1)
  }

  @Test func aTimedOutStartIsCancelledAndItsLateWordIsForNobody() throws {
    let counter = try Counter()
    let action = counter.dial("silent")
    counter.dial("5550100", UUID())
    #expect(counter.desk.wait(for: "connected"))
    counter.delegate.provider(counter.provider, timedOutPerforming: action)
    counter.dial("refuse", UUID())
    #expect(counter.desk.wait(for: "failed start"))
    #expect(!counter.desk.texts.contains("fulfilled start silent"))
    #expect(counter.delegate.instance?.misbehaviour.stale == 1)
    #expect(counter.delegate.instance?.callCount == 1)
  }

  @Test func aHungTransportIsLostAndANewInstanceTakesItsPlace() throws {
    let counter = try Counter(patience: 200)
    counter.dial("hang")
    #expect(counter.desk.wait(for: "lost calls.start did not return in time"))
    counter.end()
    #expect(counter.desk.wait(for: "fulfilled end"))
    counter.delegate.restart()
    #expect(counter.desk.wait(for: "ready", 2))
    counter.dial("5550100", UUID())
    #expect(counter.desk.wait(for: "connected"))
  }

  @Test("P6: a withdrawn line stays withdrawn after a loss: no instance begins until the line is to be registered again")
  func aWithdrawnLineStaysSoAfterALoss() throws {
    let counter = try Counter(defines: ["NOTE", "LINE"])
    counter.delegate.setRegistered(false, deadlineMilliseconds: 1000) { _ in }
    #expect(counter.desk.wait(for: "notReady"))
    counter.dial("restart")
    #expect(counter.desk.wait(for: "lost"))
    counter.delegate.restart()
    counter.delegate.refreshRegistration()
    #expect(counter.delegate.instance == nil)
    counter.delegate.setRegistered(true, deadlineMilliseconds: 1000) { _ in }
    #expect(counter.desk.wait(for: "ready", 2))
  }

  @Test func anInstanceOfAWithdrawnLineIsWithdrawnAsItBegins() async throws {
    let counter = try Counter(defines: ["NOTE", "LINE"])
    counter.delegate.setRegistered(false, deadlineMilliseconds: 1000) { _ in }
    #expect(counter.desk.wait(for: "notReady"))
    await counter.delegate.closeInstance()
    #expect(await counter.delegate.beginInstance() == nil)
    #expect(counter.desk.wait(for: "notReady", 2))
    #expect(counter.desk.texts.last?.hasPrefix("notReady") == true, "\(counter.desk.texts)")
  }

  @Test func aConfigurationIsTakenWholeOrNotAtAll() async throws {
    let counter = try Counter()
    let refused = await withCheckedContinuation { continuation in
      counter.delegate.apply(configuration: "nonsense", deadlineMilliseconds: 1000) { continuation.resume(returning: $0) }
    }
    #expect(refused?.code == -2)
    let taken = await withCheckedContinuation { continuation in
      counter.delegate.apply(configuration: "{}", deadlineMilliseconds: 1000) { continuation.resume(returning: $0) }
    }
    #expect(taken == nil)
  }

  @Test func closingTellsWhenTheInstanceIsGone() async throws {
    let counter = try Counter()
    await withCheckedContinuation { continuation in counter.delegate.close { continuation.resume() } }
    #expect(counter.delegate.instance == nil)
    counter.dial("5550100")
    #expect(counter.desk.wait(for: "failed start transport 0"))
  }

  @Test func theContactOfAStartGoesDownAndTheDetailsOfACallComeUp() throws {
    let counter = try Counter()
    let handle = Handle(type: .phoneNumber, value: "details")
    var start = StartCallAction(call: counter.call, handle: handle)
    start.contactIdentifier = "card-4711"
    counter.delegate.provider(counter.provider, perform: counter.desk.ticketed(start, .start(StartDetails(handle: handle))))
    #expect(counter.desk.wait(for: "updated"))
    guard case .report(_, .updated(let update), _)? = counter.desk.words.last(where: { $0.text == "updated" }) else {
      throw Workshop.Failure(text: "no update")
    }
    #expect(update.localHandle == Handle(type: .phoneNumber, value: "5550199"))
    #expect(update.divertedFrom == Handle(type: .sipURI, value: "sip:desk@example.org"))
    #expect(update.correlationID == "card-4711")
    #expect(update.extraJSON == "{\"a\":1}")
  }

  /// A plugin of 1.0, without `decline`, receives `end` with the nearest reason: declined 2 or busy 3.
  @Test(arguments: [
    (["NOTE"], Decline(.busy, cause: 17, text: "later"), "decline 2 17 later"), (["NOTE"], Decline(.busyEverywhere), "decline 3 0 -"),
    (["NOTE", "OF_1_0"], Decline(.busy, text: "later"), "why 3"), (["NOTE", "OF_1_0"], Decline(.declined), "why 2"),
  ])
  func aDeclineReachesThePlugin(defines: [String], decline: Decline, expected: String) throws {
    let counter = try Counter(defines: defines)
    let call = try counter.ring("5550111")
    counter.delegate.provider(
      counter.provider,
      perform: counter.desk.ticketed(EndCallAction(call: call, decline: decline), .end(decline), cause: .declined))
    #expect(counter.desk.wait(for: "fulfilled end"))
    #expect(counter.heard.withLock { $0 }.contains(expected))
  }
}
