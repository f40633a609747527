import FoundationEssentials
import Hookswitch
import Testing

/// A host under a virtual clock with one scripted provider, `a`, and a controller.
struct World {
  let clock = VirtualClock()
  let host: CallHost
  let controller: CallController
  let delegate: ScriptedDelegate
  let provider: Provider

  init(
    deaf: Set<CallOperation.Kind> = [], failing: Set<CallOperation.Kind> = [], takesWhole: Bool = false,
    configuration: ProviderConfiguration = ProviderConfiguration(localizedName: "A"), settings: HostSettings = HostSettings()
  ) throws {
    host = CallHost(clock: clock, settings: settings)
    delegate = ScriptedDelegate(deaf: deaf, failing: failing, takesWhole: takesWhole)
    provider = try host.register("a", configuration: configuration, delegate: delegate)
    controller = CallController(host: host)
  }

  /// Adds another provider to the host.
  func another(
    _ id: ProviderID, deaf: Set<CallOperation.Kind> = [], failing: Set<CallOperation.Kind> = []
  ) throws -> (Provider, ScriptedDelegate) {
    let delegate = ScriptedDelegate(deaf: deaf, failing: failing)
    return (try host.register(id, delegate: delegate), delegate)
  }

  /// Starts an outgoing call and connects it.
  func activeCall(_ number: String = "5550100", through provider: Provider? = nil) async throws -> CallID {
    let provider = provider ?? self.provider
    let call = try await controller.start(.number(number), through: provider.id)
    await host.settle()
    provider.reportOutgoingCall(with: call, connectedAt: nil)
    await host.settle()
    try #require(host.call(call)?.state == .active)
    return call
  }

  /// Reports an incoming call, which rings.
  func ringingCall(from number: String = "5550111", at provider: Provider? = nil) async throws -> CallID {
    let call = CallID()
    try await (provider ?? self.provider).reportNewIncomingCall(with: call, update: .from(number))
    return call
  }

  func state(_ call: CallID) -> CallState? { host.call(call)?.state }
}

extension Handle {
  static func number(_ value: String) -> Handle { Handle(type: .phoneNumber, value: value) }
}

extension CallUpdate {
  static func from(_ number: String) -> CallUpdate {
    var update = CallUpdate()
    update.remoteHandle = .number(number)
    return update
  }
}
