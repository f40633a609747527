// The rows of docs/migration.md about requests and observers: CallKit's names on the left there, these lines on the right.
import FoundationEssentials
import Hookswitch

/// Transactions, and the short forms of their actions.
func request(_ host: CallHost, _ first: UUID, _ second: UUID) async throws {
  let controller = CallController(host: host)
  let handle = Handle(type: .phoneNumber, value: "+12125550100")
  var transaction = Transaction(action: StartCallAction(call: UUID(), handle: handle, isVideo: false, contactIdentifier: "ada"))
  transaction.addAction(AnswerCallAction(call: first))
  transaction.addAction(EndCallAction(call: second))
  print(transaction.uuid, transaction.actions.count, transaction.isComplete)
  let request = try await controller.request(transaction)
  try await request.performed()
  for await result in request.results { print(result) }
  controller.request(transaction) { error in print(error as Any) }
  try await controller.requestTransaction(with: [
    SetHeldCallAction(call: first, onHold: true), SetMutedCallAction(call: first, muted: true),
  ])
  try await controller.requestTransaction(with: SetGroupCallAction(call: first, callUUIDToGroupWith: second))
  try await controller.requestTransaction(with: PlayDTMFCallAction(call: first, digits: "12#", type: .singleTone))

  let call = try await controller.start(Handle(parsing: "sip:ada@example.org"))
  try await controller.answer(first, .holdActive)
  try await controller.hold(call)
  try await controller.resume(call)
  try await controller.swap()
  try await controller.merge([first, second])
  try await controller.split(first)
  try await controller.setMuted(first, true)
  try await controller.playDTMF(first, "12#")
  try await controller.transfer(first, to: .call(second))
  try await controller.deflect(second, to: handle)
  try await controller.endGroup(of: first)
  try await controller.end(call)
  try await controller.start(try StartCallRequest(url: "phone:+12125550100", scheme: "phone"))
}

/// Observers in both forms.
final class Watcher: CallObserverDelegate {
  func callObserver(_ observer: CallObserver, callChanged call: Call) {
    print(call.uuid, call.isOutgoing, call.isOnHold, call.hasConnected, call.hasEnded)
    print(call.state, call.handle as Any, call.name as Any, call.provider, call.group, call.label as Any)
  }
}

func observe(_ host: CallHost, _ watcher: Watcher) async {
  let observer = CallObserver(host: host)
  observer.setDelegate(watcher, queue: nil)
  print(observer.calls.count)
  for await snapshot in observer.snapshots { print(snapshot.calls.count) }
  for await event in observer.events() { print(event) }
}

/// The settings that a person of CallKit's finds in the system's settings.
func settings(_ host: CallHost) async throws {
  host.setDoNotDisturb(true)
  host.block(Handle(parsing: "tel:+12125550100"))
  host.letThrough = [Handle(parsing: "tel:+12125550101")]
  host.setScreener("spam") { request in request.update.remoteHandle == nil ? .silence : .continue }
  let recording = try host.record(UUID(), to: "/tmp/call.wav")
  print(recording)
  await host.shutdown()
}

/// The errors of a request that an app tells apart.
let requestErrors: [CallError.Code] = [
  .unentitled, .unknownCallProvider, .emptyTransaction, .unknownCallUUID, .callUUIDAlreadyExists, .invalidAction, .maximumCallGroupsReached,
  .callIsProtected,
]

/// The states of a call, beside those of a LiveCommunicationKit conversation.
let states: [CallState] = [.requested, .dialing, .connecting, .ringing, .answering, .active, .held, .ending, .ended]
