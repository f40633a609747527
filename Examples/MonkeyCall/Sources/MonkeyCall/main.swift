// MonkeyCall: the softphone of the article about CallKit, on a terminal.
//
//   MonkeyCall                       begins
//   MonkeyCall monkeycall://koko     has the running app call koko
//   MonkeyCall start-audio-call '{"handle": "koko"}'
import Dispatch
import FoundationEssentials
import Glibc
import Hookswitch

let requests = CommandLine.arguments.dropFirst()
if !requests.isEmpty {
  let text = requests.joined(separator: " ")
  guard StartCallRequest(link: text) != nil || StartCallRequest(activity: text) != nil else {
    print("MonkeyCall: \(text) is neither monkeycall://NAME nor start-audio-call JSON")
    exit(2)
  }
  guard RequestDoor.send(text) else {
    print("MonkeyCall does not run: start it first, without arguments")
    exit(1)
  }
  exit(0)
}
// With MONKEYCALL_CLOCK=manual the time stands still at noon, and the key `.` moves it on by a second.
let isManual = getenv("MONKEYCALL_CLOCK").map { String(cString: $0) } == "manual"
let noon = Date(timeIntervalSince1970: 1_700_049_600)
let app = AppDelegate(clock: isManual ? VirtualClock(start: noon) : SystemHostClock.shared)
app.applicationDidFinishLaunching()
dispatchMain()
