import CallControl
import HookswitchCore
import HostSurface
import StrictJSON
import Testing

@testable import HostService

/// A provider's standing with its beginning, its newest loss, and the host's problems in its health.
@Suite("HostService: standings and problems") struct ProviderStandingTests {
  @Test("A provider says since when it has its standing, and the time and the reason of its last loss") func losses() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    func office() async throws -> JSONValue { try await client.call(.providerGet, #"{"provider": "office"}"#) }
    #expect(try await office()["lastLoss"] == nil)
    await stage.clock.advance(by: .seconds(5))
    let provider = try #require(stage.host.provider("office"))
    provider.reportLost(TransportError(message: "its process ended by signal 11"))
    await stage.host.settle()
    let lost = try await office()
    #expect(lost["standing"]?.string == "notReady" && lost["lastLoss"]?["reason"]?.string == "its process ended by signal 11")
    #expect(lost["since"]?.string == lost["lastLoss"]?["time"]?.string)
    await stage.clock.advance(by: .seconds(5))
    provider.reportReady()
    await stage.host.settle()
    let ready = try await office()
    #expect(ready["standing"]?.string == "ready" && ready["reason"] == nil && ready["lastLoss"] == lost["lastLoss"])
    #expect(try #require(ready["since"]?.string) > (try #require(lost["since"]?.string)))
    // The same standing again is no new one.
    await stage.clock.advance(by: .seconds(5))
    provider.reportReady()
    await stage.host.settle()
    #expect(try await office()["since"] == ready["since"])
  }

  @Test("The health names the host's problems, such as a dead console, and they leave it ready") func problems() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    #expect(try await client.call(.healthRead)["problems"]?.array == [])
    stage.service.setProblem("console", "console", "the console ended with 1, and starts again by itself")
    let health = try await client.call(.healthRead)
    #expect(health["ready"] == .bool(true) && health["problems"]?.array?.first?["code"]?.string == "console")
    #expect(try await client.call(.hostStatus)["problems"]?.array?.count == 1)
    stage.service.setProblem("console", "console", nil)
    #expect(try await client.call(.healthRead)["problems"]?.array == [])
  }

  @Test("A tally counts the visible calls of lines as their snapshots have them") func tally() async throws {
    let stage = try ServiceStage()
    let client = stage.open()
    _ = try await client.connect("+12025550100")
    _ = try await client.connect("+12025550101", through: "home")
    _ = await client.ring()
    let calls = stage.host.core.snapshots(of: nil).flatMap(\.calls)
    let tally = stage.host.core.callTally
    #expect(tally.calls == calls.count && tally.lines == 1 && calls.count == 3)
    #expect(tally.providers == ["office": 2, "home": 1])
    for (kind, count) in tally.counts {
      #expect(calls.count { $0.state == kind.state && $0.direction == kind.direction && $0.provider == kind.provider } == count)
    }
  }
}
