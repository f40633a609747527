import FoundationEssentials
import Hookswitch
import PhoneNumbers
import Testing

@Suite("A host with a number plan")
struct HostTests {
  /// A delegate that fulfils every action.
  private final class Obedient: ProviderDelegate {
    func providerDidReset(_ provider: Provider) {}
    func provider(_ provider: Provider, perform action: StartCallAction) {
      action.fulfill()
      provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil)
    }
    func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill() }
    func provider(_ provider: Provider, perform action: SetHeldCallAction) { action.fulfill() }
  }

  private let host: CallHost
  private let provider: Provider

  private init() throws {
    host = CallHost(clock: VirtualClock())
    provider = try host.register("line", delegate: Obedient())
  }

  private static func number(_ text: String) -> Handle { Handle(type: .phoneNumber, value: text) }

  private func ring(_ text: String) async throws(CallError) {
    var update = CallUpdate()
    update.remoteHandle = Self.number(text)
    do {
      try await provider.reportNewIncomingCall(with: UUID(), update: update)
    } catch {
      throw error as? CallError ?? CallError(.actionFailed)
    }
  }

  @Test(
    "The host refuses a blocked caller in any spelling, and lets a caller through that was unblocked in another (I1)",
    arguments: ["+12125550100", "2125550100", "(212) 555-0100", "1 212 555 0100", "011 1 212 555 0100"])
  func blocked(form: String) async throws {
    host.block(Self.number("212.555.0100"))
    host.register(NumberPlan(region: try #require(Region("US"))))
    await #expect(throws: CallError(.filteredByBlockList)) { try await ring(form) }
    host.unblock(Self.number(form))
    #expect(host.blockList.isEmpty)
    try await ring(form)
    await host.shutdown()
  }

  @Test(
    "The host knows an emergency number in any spelling, and takes no other number for one (Y1)",
    arguments: [
      ("US", "9-1-1", true), ("US", "911", true), ("US", "1 1 2", true), ("US", "９１１", true), ("US", "١١٢", true), ("US", "999", false),
      ("US", "+1911", false), ("US", "9115550100", false), ("GB", "99 9", true), ("GB", "911", false), ("DE", "1-10", true),
      ("DE", "+49110", false), ("FR", "15", true), ("FR", "18", true), ("FR", "0115", false), ("JP", "119", true), ("JP", "112", false),
    ])
  func emergency(region: String, typed: String, expected: Bool) async throws {
    let plan = NumberPlan(region: try #require(Region(region)))
    host.register(plan)
    var policy = LinePolicy()
    policy.emergencyNumbers = plan.emergencyNumbers
    host.setPolicy(policy)
    let call = try await CallController(host: host).start(Self.number(typed))
    #expect(host.call(call)?.isEmergency == expected)
    #expect(host.call(call)?.handle?.value == typed, "the network gets what was dialled")
    await host.shutdown()
  }

  @Test("The host takes the provider's emergency numbers beside its own (Y1)")
  func beside() async throws {
    let plan = NumberPlan(region: try #require(Region("GB")))
    var policy = LinePolicy()
    policy.emergencyNumbers = plan.emergencyNumbers
    host.setPolicy(policy)
    provider.configuration.emergencyNumbers = ["555"]
    await host.settle()
    let call = try await CallController(host: host).start(Self.number("5 5 5"))
    #expect(host.call(call)?.isEmergency == true)
    await host.shutdown()
  }

  @Test("Without a number plan the host compares numbers by their digits (I1)")
  func withoutPlan() async throws {
    host.block(Self.number("212.555.0100"))
    await #expect(throws: CallError(.filteredByBlockList)) { try await ring("(212) 555 0100") }
    try await ring("+12125550100")
    await host.shutdown()
  }
}
