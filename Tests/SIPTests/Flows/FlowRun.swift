import CallControl
import Hookswitch
import Testing

/// Carries a flow's steps out on a host.
struct FlowRun {
  let flow: Flow
  let phone: SIPHost
  let peer: SIPpRun
  private(set) var call: CallID?
  private var end: CallEnd?

  init(_ flow: Flow, _ phone: SIPHost, _ peer: SIPpRun) {
    self.flow = flow
    self.phone = phone
    self.peer = peer
  }

  /// Plays a flow from its beginning to its end.
  static func play(_ flow: Flow) async throws {
    var settings = HostSettings()
    settings.policy = flow.policy
    try await SIPHost.with([Account("sip", flow.account)], settings: settings) { phone in
      let peer = try await SIPpRun(flow.file, to: flow.calls ? phone.port : nil, keys: flow.keys)
      var run = FlowRun(flow, phone, peer)
      do {
        for step in flow.steps { try await run.take(step) }
        await peer.finish()
      } catch {
        await peer.finish(within: .seconds(2))
        throw error
      }
    }
  }

  private mutating func take(_ step: Flow.Step) async throws {
    let control = phone.controller
    switch step {
    case .dial: call = try await control.start(Handle(parsing: peer.uri))
    case .incoming: call = try await phone.incoming()
    case .sees(let state): try await phone.sees(current(), state)
    case .earlyMedia: try await phone.sees(current(), "early media", \.hasEarlyMedia)
    case .answer: try await control.answer(current()).performed()
    case .answerFails:
      let call = try current()
      await #expect(throws: CallError.self) { try await control.answer(call).performed() }
    case .end: try await control.end(current())
    case .hold: try await control.hold(current()).performed()
    case .resume: try await control.resume(current()).performed()
    case .holdFails(let status):
      let call = try current()
      await fails(with: status) { () throws(CallError) in try await control.hold(call).performed() }
    case .heldByFarEnd: try await phone.sees(current(), "held by the far end", \.isRemotelyHeld)
    case .resumedByFarEnd: try await phone.sees(current(), "resumed by the far end") { !$0.isRemotelyHeld }
    case .plays(let digits): try await control.playDTMF(current(), digits).performed()
    case .hears(let digits): try await hears(digits)
    case .transfer: try await control.transfer(current(), to: .handle(elsewhere)).performed()
    case .transferFails(let status):
      let (call, target) = (try current(), TransferTarget.handle(elsewhere))
      await fails(with: status) { () throws(CallError) in try await control.transfer(call, to: target).performed() }
    case .asked: try await asked()
    case .accept: try await control.acceptTransfer(of: current())
    case .refuse: try await control.refuseTransfer(of: current())
    case .ended(let reason, let code, let q850): try await ended(reason, code, q850)
    case .said(let text): #expect(end?.transport?.message.contains(text) == true, "\(String(describing: end?.transport))")
    case .played: await peer.finish()
    }
  }

  private var elsewhere: Handle { Handle(parsing: "sip:elsewhere@127.0.0.1:9") }

  private func current() throws -> CallID { try #require(call, "there is no call yet") }

  private func fails(with status: Int32, _ body: () async throws(CallError) -> Void) async {
    do throws(CallError) {
      try await body()
      Issue.record("it was done, though the far end refused it")
    } catch {
      #expect(error.transport?.code == status || error.code == .cannotHold, "\(error)")
    }
  }

  private func hears(_ digits: String) async throws {
    let call = try current()
    for digit in digits {
      let isHeard = await phone.events.first { $0 == .dtmfReceived(call, String(digit)) ? true : nil }
      try #require(isHeard == true, "the digit \(digit) is not heard: \(phone.told)")
    }
  }

  private func asked() async throws {
    let call = try current()
    let handle = await phone.events.first { body in
      if case .transferRequested(call, let handle) = body { handle } else { nil }
    }
    try #require(handle != nil, "nobody is asked: \(phone.told)")
  }

  private mutating func ended(_ reason: EndReason, _ code: Int32, _ q850: UInt32) async throws {
    let end = try await phone.end(of: current())
    self.end = end
    #expect(end.reason == reason, "\(end)")
    #expect(end.transport?.code ?? 0 == code, "\(end)")
    #expect(end.transport?.cause ?? 0 == q850, "\(end)")
  }
}
