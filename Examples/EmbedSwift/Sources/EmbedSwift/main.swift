// A switchboard in fifty lines: it calls every number it is given through an installed transport, and prints each change of a call.
//
//   EmbedSwift TRANSPORT NUMBER…      EmbedSwift org.hookswitch.loopback 5550100 5550101
import Glibc
import Hookswitch

/// Prints a call when its state changes.
final class Display: CallObserverDelegate {
  func callObserver(_ observer: CallObserver, callChanged call: Call) {
    print("\(call.handle?.value ?? "unknown") \(call.state.rawValue)")
  }
}

guard CommandLine.arguments.count > 2 else {
  print("usage: EmbedSwift TRANSPORT NUMBER…")
  exit(2)
}

let host = CallHost()
do {
  // The host looks in HOOKSWITCH_TRANSPORT_PATH and in the folders of the installation.
  try host.addProvider("line", fromTransport: CommandLine.arguments[1])
} catch {
  print(error)
  exit(1)
}
let controller = CallController(host: host)
let display = Display()
let observer = CallObserver(host: host)
observer.setDelegate(display)

do {
  for number in CommandLine.arguments.dropFirst(2) {
    // The call in front is held for the new one.
    let call = try await controller.start(Handle(type: .phoneNumber, value: number))
    guard await observer.call(call, reaches: .active) != nil else {
      print("\(number) has no answer")
      continue
    }
  }
  try await controller.swap().performed()
} catch {
  print(error)
}
await host.shutdown()
await host.settle()
