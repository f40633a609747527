import FoundationEssentials
import Hookswitch

/// The calls of the app, and the requests of its user.
@MainActor final class ActiveCallManager {
  private(set) var calls: [ActiveCall] = []
  private let callController: CallController
  /// Receives each refusal or failure of a request.
  var report: (CallError) -> Void = { _ in }

  init(host: CallHost) { callController = CallController(host: host) }

  func callWithUUID(_ uuid: UUID) -> ActiveCall? { calls.first { $0.uuid == uuid } }
  func add(_ call: ActiveCall) { calls.append(call) }
  func remove(_ call: ActiveCall) { calls.removeAll { $0 === call } }
  func removeAll() { calls = [] }

  /// Requests a call; the provider hears of it when the host has accepted it.
  func startCall(_ request: StartCallRequest) {
    let action = StartCallAction(call: UUID(), handle: request.handle, isVideo: request.isVideo)
    sendTransactionRequest(Transaction(action: action), through: request.provider)
  }

  func endCall(_ call: ActiveCall) { sendTransactionRequest(Transaction(action: EndCallAction(call: call.uuid))) }

  func placeCallOnHold(_ call: ActiveCall) {
    sendTransactionRequest(Transaction(action: SetHeldCallAction(call: call.uuid, onHold: true)))
  }

  func removeCallFromOnHold(_ call: ActiveCall) {
    sendTransactionRequest(Transaction(action: SetHeldCallAction(call: call.uuid, onHold: false)))
  }

  func setMuted(_ call: ActiveCall, _ isMuted: Bool) {
    sendTransactionRequest(Transaction(action: SetMutedCallAction(call: call.uuid, muted: isMuted)))
  }

  func playDTMF(_ call: ActiveCall, _ digit: String) {
    sendTransactionRequest(Transaction(action: PlayDTMFCallAction(call: call.uuid, digits: digit, type: .singleTone)))
  }

  /// Answers a ringing call; the choice says what happens to the calls in the way.
  func answer(_ call: ActiveCall, _ choice: AnswerChoice = .automatic) {
    sendTransactionRequest(Transaction(action: AnswerCallAction(call: call.uuid, choice: choice)))
  }

  /// Ends the call in front and answers the ringing one, as one transaction.
  func end(_ front: ActiveCall, andAnswer call: ActiveCall) {
    sendTransactionRequest(Transaction(actions: [EndCallAction(call: front.uuid), AnswerCallAction(call: call.uuid)]))
  }

  func swap() { request { try await $0.swap() } }
  func merge(_ calls: [ActiveCall]) {
    let ids = calls.map(\.uuid)
    request { try await $0.merge(ids) }
  }

  private func sendTransactionRequest(_ transaction: Transaction, through provider: ProviderID? = nil) {
    request { try await $0.request(transaction, through: provider) }
  }

  /// Makes a request, waits until it is performed, and reports its error.
  private func request(_ body: @escaping @Sendable (CallController) async throws -> PendingRequest) {
    let controller = callController
    Task {
      do {
        try await body(controller).performed()
      } catch let error as CallError {
        report(error)
      } catch {
        report(CallError(.actionFailed))
      }
    }
  }
}
