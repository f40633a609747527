import FoundationEssentials
import HookswitchCore

final class Phone: ProviderDelegate {
  func providerDidReset(_ provider: Provider) {}

  func provider(_ provider: Provider, perform action: StartCallAction) {
    action.fulfill()
    provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil)
  }

  func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill() }
}

let host = CallHost()
let provider = Provider(configuration: ProviderConfiguration(localizedName: "Silent"), host: host)
let phone = Phone()
provider.setDelegate(phone, queue: nil)
let controller = CallController(host: host)
let call = try await controller.start(try StartCallRequest(url: "silent://5550100", scheme: "silent"))
_ = await controller.callObserver.call(call, reaches: .active)
print(host.call(call)?.providerName ?? "no call")
await host.shutdown()
