// The rows of docs/migration.md about providers: CallKit's names on the left there, these lines on the right.
import FoundationEssentials
import Hookswitch

/// The configuration, registration and reports of a provider.
func provide(through host: CallHost, _ delegate: any ProviderDelegate) async throws {
  var configuration = ProviderConfiguration(localizedName: "Phone")
  configuration.ringtoneSound = "/usr/share/sounds/ring.wav"
  configuration.iconTemplateImageData = Data()
  configuration.maximumCallGroups = 2
  configuration.maximumCallsPerCallGroup = 5
  configuration.includesCallsInRecents = true
  configuration.supportsVideo = false
  configuration.supportedHandleTypes = [.phoneNumber, .emailAddress, .generic]
  let provider = Provider(configuration: configuration, host: host)
  provider.setDelegate(delegate, queue: nil)
  let second = try host.register("second", configuration: configuration, delegate: delegate)
  second.configuration.localizedName = "Second line"
  second.configuration.callButton = CallButton(title: "Banana")

  let call = UUID()
  var update = CallUpdate()
  update.remoteHandle = Handle(type: .phoneNumber, value: "+12125550100")
  update.localizedCallerName = "Ada"
  update.supportsHolding = true
  update.supportsGrouping = true
  update.supportsUngrouping = true
  update.supportsDTMF = true
  update.hasVideo = false
  try await provider.reportNewIncomingCall(with: call, update: update)
  provider.reportCall(with: call, updated: update)
  provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
  provider.reportOutgoingCall(with: call, connectedAt: Date())
  provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
  print(provider.pendingTransactions.count, provider.pendingCallActions(of: EndCallAction.self, withCall: call).count)
  provider.invalidate()
}

/// The reasons of an end, as CXCallEndedReason has them.
let reasons: [EndReason] = [.failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere]

/// The errors of an incoming call that an app tells apart.
func sentence(for error: CallError) -> String {
  switch error.code {
  case .callUUIDAlreadyExists: "the call is known already"
  case .filteredByDoNotDisturb: "do-not-disturb is on"
  case .filteredByBlockList: "the caller is blocked"
  case .filteredByScreener: "a screener blocked the caller"
  case .maximumRingingCallsReached: "too many calls ring"
  case .unentitled: "the program may not do that"
  default: "\(error)"
  }
}

/// A delegate with every function that CXProviderDelegate has.
final class MigratedDelegate: ProviderDelegate {
  func providerDidBegin(_ provider: Provider) {}
  func providerDidReset(_ provider: Provider) {}
  func provider(_ provider: Provider, execute transaction: Transaction) -> Bool { false }
  func provider(_ provider: Provider, perform action: StartCallAction) { action.fulfill(withDateStarted: Date()) }
  func provider(_ provider: Provider, perform action: AnswerCallAction) { action.fulfill(withDateConnected: Date()) }
  func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill(withDateEnded: Date()) }
  func provider(_ provider: Provider, perform action: SetHeldCallAction) { action.isOnHold ? action.fulfill() : action.fail() }
  func provider(_ provider: Provider, perform action: SetMutedCallAction) { print(action.isMuted, action.isComplete) }
  func provider(_ provider: Provider, perform action: SetGroupCallAction) { print(action.callUUIDToGroupWith as Any) }
  func provider(_ provider: Provider, perform action: PlayDTMFCallAction) { print(action.digits, action.type, action.timeoutDate as Any) }
  func provider(_ provider: Provider, perform action: TransferCallAction) { action.fail() }
  func provider(_ provider: Provider, perform action: DeflectCallAction) { action.fail() }
  func provider(_ provider: Provider, timedOutPerforming action: any CallAction) { print(action.callUUID, action.uuid) }
  func provider(_ provider: Provider, cancelled action: any CallAction) {}
  func provider(_ provider: Provider, didActivate session: AudioSession) { print(session.route as Any, session.sampleRate as Any) }
  func provider(_ provider: Provider, didDeactivate session: AudioSession) {}
  func provider(_ provider: Provider, didChange session: AudioSession) {}
  func provider(_ provider: Provider, didPressButtonOf call: CallID) {}
}
