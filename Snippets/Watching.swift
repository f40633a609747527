// The data for a screen: the current calls, and again after every change.
import Hookswitch

let host = CallHost()
try host.addProvider("home", fromTransport: "org.hookswitch.loopback")
let controller = CallController(host: host)

let screen = Task {
  for await line in controller.callObserver.snapshots {
    print(line.calls.map { "\($0.handle?.value ?? "?") \($0.state.rawValue)" }.joined(separator: ", "))
  }
}
let call = try await controller.start(Handle(type: .phoneNumber, value: "5550100"))
_ = await controller.callObserver.call(call, reaches: .active)
try await controller.end(call).performed()
screen.cancel()
await host.shutdown()
