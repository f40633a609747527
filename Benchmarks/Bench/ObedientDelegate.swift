import CallControl
import Hookswitch

/// The least that a transport can be: whatever it is asked is done at once, and whom it calls answers.
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
