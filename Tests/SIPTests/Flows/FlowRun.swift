import CallControl
import Hookswitch
import Testing

/// Carries out a flow's steps on a host.
struct FlowRun {
  let flow: Flow
  let phone: SIPHost
  let peer: SIPpRun
  private(set) var call: CallID?
  private var end: CallEnd?
  private var looked = 0

  init(_ flow: Flow, _ phone: SIPHost, _ peer: SIPpRun) {
    self.flow = flow
    self.phone = phone
    self.peer = peer
  }

  /// Plays a whole flow.
  static func play(_ flow: Flow) async throws {
    try await turnstile.pass { try await playAlone(flow) }
  }

  private static let turnstile = Turnstile(10)

  private static func playAlone(_ flow: Flow) async throws {
    var settings = HostSettings()
    settings.policy = flow.policy
    settings.blocked = flow.blocked
    let account = Account("sip", flow.account, secrets: ["password": flow.password])
    try await SIPHost.with([account], settings: settings) { phone in
      if !flow.disturbs { phone.host.setDoNotDisturb(true) }
      let other: SIPpRun? = if let other = flow.other { try await SIPpRun(other) } else { nil }
      let keys = flow.keys.merging(other.map { ["elsewhere": $0.uri] } ?? [:]) { $1 }
      let peer = try await SIPpRun(flow.file, to: flow.calls ? phone.port : nil, keys: keys, arguments: flow.arguments)
      var run = FlowRun(flow, phone, peer)
      do {
        for step in flow.steps { try await run.take(step) }
        await peer.finish()
        for call in phone.controller.callObserver.calls { try await phone.controller.end(call.uuid) }
        await other?.finish()
      } catch {
        await peer.finish(within: .seconds(2))
        throw error
      }
    }
  }

  private mutating func take(_ step: Flow.Step) async throws {
    let control = phone.controller
    switch step {
    case .dial: call = try await control.start(Handle(parsing: peer.uri + (flow.isStream ? ";transport=tcp" : "")))
    case .incoming: call = try await phone.incoming()
    case .sees(let state): try await phone.sees(current(), state)
    case .earlyMedia: try await hasEarlyMedia()
    case .answer: try await control.answer(current()).performed()
    case .answers: try await control.answer(current())
    case .answerFails:
      let call = try current()
      await #expect(throws: CallError.self) { try await control.answer(call).performed() }
    case .end: try await control.end(current())
    case .declines(let decline): try await control.decline(current(), decline).performed()
    case .deflects(let target): try await control.perform(.deflect(to: Handle(parsing: target)), on: current()).performed()
    case .names(let local, let diverted):
      let call = try current()
      let shown = try #require(control.callObserver.calls.first { $0.uuid == call })
      #expect(shown.localHandle?.value == local)
      #expect(shown.divertedFrom?.value == diverted)
      #expect(shown.correlationID?.isEmpty == false)
    case .withheld:
      let call = try current()
      let shown = try #require(control.callObserver.calls.first { $0.uuid == call })
      #expect(shown.handle == nil && shown.name == nil, "\(shown)")
    case .hold: try await control.hold(current()).performed()
    case .resume: try await control.resume(current()).performed()
    case .holdFails(let status):
      let call = try current()
      await fails(with: status) { () throws(CallError) in try await control.hold(call).performed() }
    case .heldByFarEnd: try await isHeldByFarEnd(true)
    case .resumedByFarEnd: try await isHeldByFarEnd(false)
    case .plays(let digits): try await control.playDTMF(current(), digits).performed()
    case .playFails(let digits, let status):
      let call = try current()
      await fails(with: status) { () throws(CallError) in try await control.playDTMF(call, digits).performed() }
    case .hears(let digits): try await hears(digits)
    case .transfer: try await control.transfer(current(), to: .handle(elsewhere)).performed()
    case .transferFails(let status):
      let (call, target) = (try current(), TransferTarget.handle(elsewhere))
      await fails(with: status) { () throws(CallError) in try await control.transfer(call, to: target).performed() }
    case .asked: try await asked()
    case .accept: try await control.acceptTransfer(of: current())
    case .is(let state): try await phone.sees(current(), "\(state)") { $0.state == state }
    case .refuse: try await control.refuseTransfer(of: current())
    case .ended(let reason, let code, let q850): try await ended(reason, code, q850)
    case .said(let text): #expect(end?.transport?.message.contains(text) == true, "\(String(describing: end?.transport))")
    case .writes(let name): try #require(await peer.writes(name) != nil, "SIPp does not come to \(name)")
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
      #expect(error.transport?.code ?? 0 == status, "\(error)")
    }
  }

  /// Continues from the last match, because a hold may be over by now.
  private mutating func isHeldByFarEnd(_ isHeld: Bool) async throws {
    let call = try current()
    let place = await phone.pictures.firstIndex(from: looked) { $0[call]?.isRemotelyHeld == isHeld }
    looked = try #require(place, "the far end's hold does not become \(isHeld): \(phone.told)")
  }

  private func hasEarlyMedia() async throws {
    let call = try current()
    let place = await phone.pictures.firstIndex { $0[call]?.hasEarlyMedia == true }
    try #require(place != nil, "no early media is told: \(phone.told)")
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
