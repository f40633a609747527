import FoundationEssentials
import Hookswitch
import Testing

@testable import MonkeyCall

/// The app without its terminal, under a virtual clock.
@MainActor private final class Stage {
  let clock = VirtualClock()
  let host: CallHost
  let calls: ActiveCallManager
  let delegate: MonkeyCall.ProviderDelegate
  let observer: CallObserver
  var errors: [CallError.Code] = []
  var ends: [String?] = []

  init() {
    host = CallHost(clock: clock)
    let network = CommunicationNetwork(clock: clock)
    let directory = CallDirectoryHandler(host: host)
    calls = ActiveCallManager(host: host)
    delegate = ProviderDelegate(callManager: calls, network: network, directory: directory, host: host)
    observer = CallObserver(host: host)
    calls.report = { [weak self] in self?.errors.append($0.code) }
    delegate.didEnd = { [weak self] in self?.ends.append($1) }
  }

  func call(_ name: String) async {
    calls.startCall(StartCallRequest(handle: CallDirectoryHandler.handle(name)))
    await until { !self.observer.calls.isEmpty || !self.ends.isEmpty || !self.errors.isEmpty }
    await host.settle()
  }

  /// Returns as soon as the condition holds; at most after many turns of the main queue.
  func until(_ condition: () -> Bool) async {
    for _ in 0..<100_000 where !condition() {
      await host.settle()
      await Task.yield()
    }
    #expect(condition())
  }

  var states: [CallState] { observer.calls.map(\.state) }
}

@Suite("MonkeyCall's flows") @MainActor struct FlowTests {
  @Test("An outgoing call is started, connecting after 3 s, and connected 1.5 s later") func stages() async throws {
    let stage = Stage()
    await stage.call("koko")
    #expect(stage.states == [.dialing])
    let call = try #require(stage.calls.calls.first)
    await stage.clock.advance(by: .milliseconds(2_999))
    #expect(stage.states == [.dialing] && !call.isConnecting)
    await stage.clock.advance(by: .milliseconds(1))
    #expect(stage.states == [.connecting] && call.isConnecting)
    await stage.clock.advance(by: .milliseconds(1_500))
    #expect(stage.states == [.active] && call.isConnected && stage.delegate.isAudioActive)
    stage.calls.endCall(call)
    await stage.until { stage.observer.calls.isEmpty }
    #expect(stage.calls.calls.isEmpty && stage.ends == [nil])
  }

  @Test("A Start that fails ends the call with the reason") func failed() async {
    let stage = Stage()
    await stage.call("kong")
    await stage.until { stage.observer.calls.isEmpty && !stage.errors.isEmpty }
    #expect(stage.ends == ["The network cannot be reached."] && stage.errors == [.actionFailed])
  }

  @Test("Each restriction has its own sentence") func restrictions() async {
    let stage = Stage()
    let id = UUID()
    #expect(await stage.delegate.reportIncomingCall(uuid: id, handle: "bubbles") == nil)
    let again = await stage.delegate.reportIncomingCall(uuid: id, handle: "bubbles")
    stage.host.setDoNotDisturb(true)
    let disturbed = await stage.delegate.reportIncomingCall(uuid: UUID(), handle: "koko")
    stage.host.setDoNotDisturb(false)
    stage.host.block(CallDirectoryHandler.handle("koko"))
    let blocked = await stage.delegate.reportIncomingCall(uuid: UUID(), handle: "koko")
    let sentences = [again, disturbed, blocked].compactMap { $0 }
    #expect(Set(sentences).count == 3, "\(sentences)")
  }

  @Test("Hold and answer holds the first call; end and answer ends it in the same transaction", arguments: [true, false])
  func second(isHeld: Bool) async throws {
    let stage = Stage()
    await stage.call("koko")
    await stage.clock.advance(by: .seconds(5))
    #expect(await stage.delegate.reportIncomingCall(uuid: UUID(), handle: "bubbles") == nil)
    let (first, second) = (try #require(stage.calls.calls.first), try #require(stage.calls.calls.last))
    if isHeld { stage.calls.answer(second, .holdActive) } else { stage.calls.end(first, andAnswer: second) }
    await stage.until { stage.host.call(second.uuid)?.state == .active }
    await stage.until { stage.calls.calls.count == (isHeld ? 2 : 1) }
    #expect(first.isOnHold == isHeld && second.isConnected && stage.errors.isEmpty)
  }

  @Test("Caesar's call cannot be held") func caesar() async throws {
    let stage = Stage()
    await stage.call("caesar")
    await stage.clock.advance(by: .seconds(5))
    stage.calls.placeCallOnHold(try #require(stage.calls.calls.first))
    await stage.until { !stage.errors.isEmpty }
    #expect(stage.states == [.active] && stage.errors == [.holdingUnsupported])
  }

  @Test("The button of the call's screen comes to the app") func banana() async throws {
    let stage = Stage()
    var pressed = ""
    stage.delegate.didPressButton = { pressed = $0.handle }
    await stage.call("koko")
    await stage.clock.advance(by: .seconds(5))
    try stage.host.pressButton(of: try #require(stage.calls.calls.first).uuid)
    await stage.until { pressed == "koko" }
  }
}
