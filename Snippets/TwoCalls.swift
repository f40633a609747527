// Two calls through a transport that the host loads at run time. The second call holds the first.
import Hookswitch

let host = CallHost()
try host.addProvider("home", fromTransport: "org.hookswitch.loopback")
let controller = CallController(host: host)

let first = try await controller.start(Handle(type: .phoneNumber, value: "5550100"))
_ = await controller.callObserver.call(first, reaches: .active)
let second = try await controller.start(Handle(type: .phoneNumber, value: "5550101"))
_ = await controller.callObserver.call(second, reaches: .active)

try await controller.swap().performed()
for call in controller.callObserver.calls { print(call.handle?.value ?? "?", call.state) }  // 5550100 active, 5550101 held
await host.shutdown()
