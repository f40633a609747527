// A program with its own transport, which answers every call and calls back.
import FoundationEssentials
import Hookswitch

final class Echo: ProviderDelegate {
  func providerDidReset(_ provider: Provider) {}

  func provider(_ provider: Provider, perform action: StartCallAction) {
    action.fulfill()  // the invitation is on its way
    provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil)
  }

  func provider(_ provider: Provider, perform action: AnswerCallAction) { action.fulfill() }
  func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill() }
  func provider(_ provider: Provider, perform action: SetHeldCallAction) { action.fulfill() }
}

let host = CallHost()
let provider = try host.register("echo", delegate: Echo())
let controller = CallController(host: host)

let call = try await controller.start(Handle(type: .generic, value: "anybody"))
var update = CallUpdate()
update.remoteHandle = Handle(type: .generic, value: "somebody")
let incoming = UUID()
try await provider.reportNewIncomingCall(with: incoming, update: update)
try await controller.answer(incoming, .holdActive).performed()
print(host.call(call)?.state == .held)  // true
await host.shutdown()
