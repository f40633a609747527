import DoorTrials
import Glibc
import HostDoors

// door-victim SOCKET: a daemon without a host. It takes the lock and the passed socket, opens the door and tells systemd, as the real one
// does, and prints "ready PID" or the error. It ends on SIGTERM, and exits with 3 when another daemon is running.

func say(_ text: String) {
  let line = Array((text + "\n").utf8)
  _ = line.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
}

guard CommandLine.arguments.count > 1 else {
  say("usage: door-victim SOCKET")
  exit(2)
}
var signals = sigset_t()
sigemptyset(&signals)
sigaddset(&signals, SIGTERM)
pthread_sigmask(SIG_BLOCK, &signals, nil)

do throws(DoorError) {
  var settings = SocketSettings(path: CommandLine.arguments[1])
  settings.lock = try HostLock(beside: settings.path)
  settings.passed = try PassedSocket.take()
  let notifier = SystemdNotifier()
  let service = TrialService()
  let door = try SocketDoor(settings: settings, service: service) { level, text in say("\(level) \(text)") }
  try door.start()
  let keeper = SystemdNotifier.watchdogPeriod.flatMap { period in
    WatchdogKeeper(period: period, notifier: notifier) { level, text in say("\(level) \(text)") }
  }
  keeper?.watch("socket") { door.ping($0) }
  notifier.ready("serving\nREADY=0")
  say("ready \(getpid())")
  var signal: CInt = 0
  sigwait(&signals, &signal)
  notifier.reloading()
  notifier.ready("reloaded")
  notifier.extend(by: .milliseconds(2_500))
  notifier.stopping("ending calls")
  keeper?.stop()
  door.stop(reason: "stopping")
  say("stopped")
} catch {
  say(error.description)
  if case .alreadyRunning = error { exit(3) }
  exit(1)
}
