import CallControl
import Hookswitch
import Testing

@Suite("A redirected call", .enabled(if: PluginFolder.hasSIP && SIPpRun.isThere), .timeLimit(.minutes(2)))
struct RedirectFlows {
  @Test("keeps its Call-ID (RFC 3261 section 8.1.3.4)", arguments: ["out-moved-300", "out-moved-301"])
  func callID(_ file: String) async throws {
    try await SIPHost.with { phone in
      let other = try await SIPpRun("out-answered")
      let first = try await SIPpRun(file, keys: ["elsewhere": other.uri])
      let call = try await phone.controller.start(Handle(parsing: first.uri))
      try await phone.sees(call, .active)
      try await phone.controller.end(call)
      await first.finish()
      await other.finish()
      let names = [first, other].map { run in
        Set(run.account.matches(of: /(?m)^Call-ID: *([^\r\n]+)/).map { String($0.1) })
      }
      #expect(names[0].count == 1 && names[0] == names[1], "\(names)")
    }
  }
}
