import CallControl
import CallStore
import FoundationEssentials
import Glibc
import HookswitchCore

// store-victim FOLDER: runs calls on a host with a store as fast as it can, and prints each step at the moment at which observers hear of
// it: "begun UUID", "connected UUID", "ended UUID", "refused UUID". The test kills it with SIGKILL at a random moment.
// With --calls N it runs N calls, prints the store's state, as "standing good 300 calls", and exits.

guard CommandLine.arguments.count > 1 else {
  print("usage: store-victim FOLDER [--calls N]")
  exit(2)
}

/// Prints what observers hear; one `write` a line, so that a line is whole or absent.
final class Listener: NewsReceiver {
  func take(_ news: HostNews) {
    switch news {
    case .change(let change):
      for call in change.changed where call.end == nil {
        if call.connected != nil { say("connected", call.uuid) } else { say("begun", call.uuid) }
      }
    case .event(let event):
      if case .record(let record) = event.body { say(record.refusal == nil ? "ended" : "refused", record.call) }
    }
  }

  private func say(_ step: String, _ call: CallID) {
    let line = Array("\(step) \(call)\n".utf8)
    _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
  }
}

/// Answers each action at once.
final class Delegate: ProviderDelegate {
  func providerDidReset(_ provider: Provider) {}
  func provider(_ provider: Provider, perform action: StartCallAction) {
    action.fulfill()
    provider.reportOutgoingCall(with: action.callUUID, connectedAt: nil)
  }
  func provider(_ provider: Provider, perform action: AnswerCallAction) { action.fulfill() }
  func provider(_ provider: Provider, perform action: EndCallAction) { action.fulfill() }
  func provider(_ provider: Provider, perform action: SetHeldCallAction) { action.fulfill() }
}

var settings = HostSettings()
let store = CallStore(folder: CommandLine.arguments[1])
settings.recorder = store
settings.usedCalls = store.usedCalls
settings.blocked = [Handle(type: .phoneNumber, value: "+12025550199")]
let host = CallHost(settings: settings)
host.core.observers.add(Listener(), of: [.changes, .events])
let provider = try host.register("a", delegate: Delegate())
let controller = CallController(host: host)
_ = write(1, "ready\n", 6)

let limit = CommandLine.arguments.count > 3 ? Int(CommandLine.arguments[3]) ?? 0 : Int.max
var number = 0
while number < limit {
  number += 1
  let call = CallID()
  var update = CallUpdate()
  update.remoteHandle = Handle(type: .phoneNumber, value: number % 5 == 0 ? "+12025550199" : "+1202555\(1_000 + number % 9_000)")
  do {
    if number % 3 == 0 {
      let started = try await controller.start(Handle(type: .phoneNumber, value: "+12025550100"), through: "a")
      try await controller.end(started).performed()
    } else {
      try await provider.reportNewIncomingCall(with: call, update: update)
      if number % 2 == 0 { try await controller.answer(call).performed() }
      try await controller.end(call).performed()
    }
  } catch {
    // A refused call is a step like any other.
  }
}
store.flush()
print("standing \(store.standing.state) \(number) calls: \(store.standing.reason ?? "")")
exit(0)
