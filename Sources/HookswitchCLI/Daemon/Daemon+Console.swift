internal import HostDoors
internal import HostService
internal import HostSurface
internal import Locking

// The web console, which the daemon runs when its configuration says so.
extension Daemon {
  /// Starts, ends or restarts the console; blocks until an earlier one has ended.
  func setConsole(_ new: DaemonConsole?) {
    let old = console.withLock { console in
      defer { console = nil }
      return console
    }
    old?.stop()
    guard let new else { return }
    let keeper = ConsoleKeeper(
      new.words(socket: door.path), log: { [log] level, text in log.log(level, "console", text) },
      problem: { [weak service] in service?.setProblem("console", "console", $0) })
    console.withLock { $0 = keeper }
  }
}
