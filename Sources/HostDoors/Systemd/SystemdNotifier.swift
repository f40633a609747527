internal import CSystemd
internal import CallControl
internal import Glibc

/// Tells systemd about the state of the service (`Type=notify`).
///
/// It does nothing in a process that systemd did not start so.
///
/// Any thread.
package struct SystemdNotifier: Sendable {
  private let send: @Sendable (String) -> Void

  /// Creates the notifier of this process, which sends to the socket that `NOTIFY_SOCKET` names.
  package init() {
    send = { state in _ = sd_notify(0, state) }
  }

  /// Creates a notifier that passes its messages to a function.
  ///
  /// - Parameter send: receives each message, whose variables are separated by line feeds.
  package init(send: @escaping @Sendable (String) -> Void) {
    self.send = send
  }

  /// True when systemd waits for messages.
  package static var isWanted: Bool { getenv("NOTIFY_SOCKET") != nil }

  /// The period of systemd's watchdog (`WatchdogSec=`); nil when it watches nothing.
  package static var watchdogPeriod: Duration? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0, microseconds > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  /// Tells that the host has started, or has finished a reload.
  ///
  /// - Parameter status: one line for `systemctl status`.
  package func ready(_ status: String) { send("READY=1\n" + Self.line(status)) }

  /// Changes the line in `systemctl status`.
  ///
  /// - Parameter status: the line.
  package func status(_ status: String) { send(Self.line(status)) }

  /// Tells that a reload begins; `ready` tells that it has ended.
  package func reloading() {
    let now = SocketLoop.now.nanoseconds / 1_000
    send("RELOADING=1\nMONOTONIC_USEC=\(now)")
  }

  /// Tells that the host ends.
  ///
  /// - Parameter status: one line for `systemctl status`.
  package func stopping(_ status: String) { send("STOPPING=1\n" + Self.line(status)) }

  /// Asks for more time to start, reload or end.
  ///
  /// - Parameter time: the time from now.
  package func extend(by time: Duration) { send("EXTEND_TIMEOUT_USEC=\(max(0, time.wholeNanoseconds / 1_000))") }

  /// Tells the watchdog that the host is alive.
  func alive() { send("WATCHDOG=1") }

  /// A status is one line: a line feed in it would begin another variable.
  private static func line(_ status: String) -> String {
    "STATUS=" + String(String.UnicodeScalarView(status.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
  }
}
