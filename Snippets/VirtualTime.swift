// A test of an embedding program without a sleep: a minute of ringing passes at once.
import FoundationEssentials
import Hookswitch

final class Silent: ProviderDelegate {
  func providerDidReset(_ provider: Provider) {}
  func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill() }
}

let clock = VirtualClock()
let host = CallHost(clock: clock)
let provider = try host.register("test", delegate: Silent())
let call = UUID()
try await provider.reportNewIncomingCall(with: call, update: CallUpdate())
print(host.call(call)?.state == .ringing)  // true
await clock.advance(by: .seconds(60))
print(host.call(call) == nil)  // true: after a minute without an answer the call has ended
await host.shutdown()
