// MonkeyCall, the sample app of the article about CallKit: a provider delegate with state, a call manager, and calls from links.
import FoundationEssentials
import Hookswitch
import Synchronization

/// One call as the app sees it.
struct ActiveCall: Sendable {
  let uuid: UUID
  let handle: String
  let isOutgoing: Bool
  var startedConnectingOn: Date?
  var connectedOn: Date?
  var isOnHold = false
}

/// The app's calls, and the actions of its user.
final class ActiveCallManager: Sendable {
  private let calls = Mutex<[ActiveCall]>([])
  private let callController: CallController

  init(host: CallHost) { callController = CallController(host: host) }

  var count: Int { calls.withLock { $0.count } }

  func findCall(_ uuid: UUID) -> ActiveCall? { calls.withLock { $0.first { $0.uuid == uuid } } }
  func add(_ call: ActiveCall) { calls.withLock { $0.append(call) } }
  func remove(_ uuid: UUID) { calls.withLock { $0.removeAll { $0.uuid == uuid } } }
  func removeAll() { calls.withLock { $0 = [] } }
  func change(_ uuid: UUID, _ body: (inout ActiveCall) -> Void) {
    calls.withLock { calls in
      for index in calls.indices where calls[index].uuid == uuid { body(&calls[index]) }
    }
  }

  private func sendTransactionRequest(_ transaction: Transaction) {
    callController.request(transaction) { error in
      if let error { print("Error requesting transaction: \(error)") } else { print("Requested transaction successfully") }
    }
  }

  func startCall(_ contact: String) {
    let handle = Handle(type: .generic, value: contact)
    sendTransactionRequest(Transaction(action: StartCallAction(call: UUID(), handle: handle)))
  }

  func endCall(_ call: ActiveCall) { sendTransactionRequest(Transaction(action: EndCallAction(call: call.uuid))) }

  func placeCallOnHold(_ call: ActiveCall) { sendTransactionRequest(Transaction(action: SetHeldCallAction(call: call.uuid, onHold: true))) }

  func removeCallFromOnHold(_ call: ActiveCall) {
    sendTransactionRequest(Transaction(action: SetHeldCallAction(call: call.uuid, onHold: false)))
  }
}

/// Performs the actions.
///
/// A delegate must be `Sendable`; this final class is, because its only state is in the manager, behind a lock.
final class ProviderDelegate: Hookswitch.ProviderDelegate {
  let callManager: ActiveCallManager
  let provider: Provider

  init(callManager: ActiveCallManager, host: CallHost) {
    self.callManager = callManager
    var configuration = ProviderConfiguration(localizedName: "MonkeyCall")
    configuration.maximumCallsPerCallGroup = 1
    configuration.supportedHandleTypes = [.phoneNumber, .generic]
    provider = Provider(configuration: configuration, host: host)
    // The provider holds its delegate weakly, as in CallKit, so the creator of this object must keep it.
    provider.setDelegate(self, queue: nil)
  }

  func providerDidReset(_ provider: Provider) { callManager.removeAll() }

  func provider(_ provider: Provider, perform action: StartCallAction) {
    callManager.add(ActiveCall(uuid: action.callUUID, handle: action.handle.value, isOutgoing: true))
    action.fulfill()
    // The article simulates its network as well: it connects at once.
    provider.reportOutgoingCall(with: action.callUUID, startedConnectingAt: nil)
    callManager.change(action.callUUID) { $0.startedConnectingOn = Date() }
    provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil)
    callManager.change(action.callUUID) { $0.connectedOn = Date() }
  }

  func provider(_ provider: Provider, perform action: AnswerCallAction) {
    guard callManager.findCall(action.callUUID) != nil else { return action.fail() }
    callManager.change(action.callUUID) { $0.connectedOn = Date() }
    action.fulfill()
  }

  func provider(_ provider: Provider, perform action: EndCallAction) {
    guard callManager.findCall(action.callUUID) != nil else { return action.fail() }
    callManager.remove(action.callUUID)
    action.fulfill()
  }

  func provider(_ provider: Provider, perform action: SetHeldCallAction) {
    guard callManager.findCall(action.callUUID) != nil else { return action.fail() }
    callManager.change(action.callUUID) { $0.isOnHold = action.isOnHold }
    action.fulfill()
  }

  func provider(_ provider: Provider, timedOutPerforming action: any CallAction) { print("timed out: \(action.callUUID)") }
  func provider(_ provider: Provider, didActivate session: AudioSession) { print("start the call's audio") }
  func provider(_ provider: Provider, didDeactivate session: AudioSession) { print("stop the call's audio") }

  func reportIncomingCall(_ uuid: UUID, _ handle: String) {
    // An update is a struct here, hence `var`: the only change to the article's code.
    var update = CallUpdate()
    update.remoteHandle = Handle(type: .generic, value: handle)
    provider.reportNewIncomingCall(with: uuid, update: update) { [callManager] error in
      guard let error else { return callManager.add(ActiveCall(uuid: uuid, handle: handle, isOutgoing: false)) }
      switch error.code {
      case .callUUIDAlreadyExists: print("the call is known already")
      case .filteredByBlockList: print("the caller is blocked")
      case .filteredByDoNotDisturb: print("the user wants to be left alone")
      default: print(error)
      }
    }
  }
}

/// A delegate on the main actor: its functions are `nonisolated`, and assume the isolation of the main queue, on which they run.
@MainActor
final class MainDelegate: Hookswitch.ProviderDelegate {
  private(set) var calls: Set<UUID> = []

  nonisolated func providerDidReset(_ provider: Provider) { MainActor.assumeIsolated { calls = [] } }

  nonisolated func provider(_ provider: Provider, perform action: StartCallAction) {
    MainActor.assumeIsolated { _ = calls.insert(action.callUUID) }
    action.fulfill()
  }

  nonisolated func provider(_ provider: Provider, perform action: EndCallAction) {
    MainActor.assumeIsolated { _ = calls.remove(action.callUUID) }
    action.fulfill()
  }
}

/// Handles a link like the app delegate; returns false when it requests no call.
func open(_ url: String, _ controller: CallController) async -> Bool {
  do {
    try await controller.start(try StartCallRequest(url: url, scheme: "monkeycall"))
    return true
  } catch {
    print("Unable to open \(url): \(error)")
    return false
  }
}

let host = CallHost()
let manager = ActiveCallManager(host: host)
let providerDelegate = ProviderDelegate(callManager: manager, host: host)
let controller = CallController(host: host)

print(await open("monkeycall://5550100?video=0", controller))  // true
print(await open("monkeycall://", controller))  // false
providerDelegate.reportIncomingCall(UUID(), "bob")
await host.settle()
print(manager.count)  // 2

let mainDelegate = MainDelegate()
let second = Provider(configuration: ProviderConfiguration(localizedName: "OnMain"), host: host)
second.setDelegate(mainDelegate, queue: .main)
// Use a line of its own: bob's call still rings on the main line.
let desk = CallController(host: host, line: "desk")
try await desk.start(Handle(type: .generic, value: "eve"), through: second.id)
await host.shutdown()
