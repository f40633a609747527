import CallControl
import Hookswitch
import Testing

@Suite("Calls that replace others", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(3)))
struct ReplacingFlows {
  @Test("an INVITE with Replaces is answered at once, and the call that it replaces ends (RFC 3891 section 3, rule R4)")
  func replaced() async throws {
    try await SIPHost.with { phone in
      let first = try await SIPpRun("in-replaced", to: phone.port)
      let old = try await phone.incoming()
      try await phone.controller.answer(old).performed()
      let dialog = try #require(await first.writes("dialog"), "SIPp does not say which dialog it has")
      let second = try await SIPpRun("in-replaces", to: phone.port, keys: ["replaced": dialog])
      let end = try await phone.end(of: old)
      #expect(end.reason == .remoteEnded)
      #expect(end.cause == .replaced)
      await first.finish()
      await second.finish()
    }
  }

  @Test("REFER with Replaces joins the far ends of two held calls, and ends both here (RFC 5589 section 7, rule R2)")
  func attended() async throws {
    try await SIPHost.with { phone in
      let (one, other) = (try await SIPpRun("transfers-to"), try await SIPpRun("transferred-to"))
      let first = try await phone.controller.start(Handle(parsing: one.uri))
      try await phone.sees(first, .active)
      let second = try await phone.controller.start(Handle(parsing: other.uri))
      try await phone.sees(second, .active)
      try await phone.controller.transfer(first, to: .call(second)).performed()
      for call in [first, second] {
        let end = try await phone.end(of: call)
        #expect(end.reason == .localEnded)
        #expect(end.cause == .transferred)
      }
      await one.finish()
      await other.finish()
    }
  }

  @Test(
    "an attended transfer whose far end hangs up without a NOTIFY succeeds when the other call ends; otherwise that call becomes active again",
    arguments: [true, false])
  func left(isMet: Bool) async throws {
    try await SIPHost.with([Account("sip", ["transaction-seconds": 3])]) { phone in
      let one = try await SIPpRun("transfers-to-left")
      let other = try await SIPpRun(isMet ? "transferred-to-ends" : "holds-once")
      let first = try await phone.controller.start(Handle(parsing: one.uri))
      try await phone.sees(first, .active)
      let second = try await phone.controller.start(Handle(parsing: other.uri))
      try await phone.sees(second, .active)
      if isMet {
        try await phone.controller.transfer(first, to: .call(second)).performed()
        #expect(try await phone.end(of: first).cause == .transferred)
        #expect(try await phone.end(of: second).reason == .remoteEnded)
      } else {
        await #expect(throws: CallError.self) { try await phone.controller.transfer(first, to: .call(second)).performed() }
        #expect(try await phone.end(of: first).reason == .remoteEnded)
        try await phone.sees(second, "active again") { $0.state == .active }
        try await phone.controller.end(second).performed()
      }
      await one.finish()
      await other.finish()
    }
  }

  @Test("an attended transfer whose hold is refused sends no REFER, and leaves both calls unchanged (rule R2)")
  func notHeld() async throws {
    try await SIPHost.with { phone in
      let (one, other) = (try await SIPpRun("transferred-to"), try await SIPpRun("transfer-not-held"))
      let first = try await phone.controller.start(Handle(parsing: one.uri))
      try await phone.sees(first, .active)
      let second = try await phone.controller.start(Handle(parsing: other.uri))
      try await phone.sees(second, .active)
      do throws(CallError) {
        try await phone.controller.transfer(first, to: .call(second)).performed()
        Issue.record("it was transferred though the second call was not held")
      } catch {
        #expect(error.code == .cannotHold)
      }
      try await phone.sees(first, "held") { $0.state == .held }
      try await phone.sees(second, "active") { $0.state == .active }
      try await phone.controller.end(first)
      try await phone.controller.end(second)
      await one.finish()
      await other.finish()
    }
  }
}
