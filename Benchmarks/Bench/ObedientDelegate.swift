import CallControl
import Hookswitch

/// A minimal transport: it fulfils every action at once, and every call that it starts is answered.
final class ObedientDelegate: ProviderDelegate {
  func providerDidBegin(_ provider: Provider) {}
  func providerDidReset(_ provider: Provider) {}

  func provider(_ provider: Provider, perform action: StartCallAction) {
    action.fulfill()
    provider.reportOutgoingCall(with: action.callUUID, startedConnectingAt: nil)
    provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil)
  }

  func provider(_ provider: Provider, perform action: AnswerCallAction) { action.fulfill() }
  func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill() }
  func provider(_ provider: Provider, perform action: SetHeldCallAction) { action.fulfill() }
  func provider(_ provider: Provider, perform action: SetMutedCallAction) { action.fulfill() }
}
