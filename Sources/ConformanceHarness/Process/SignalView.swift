internal import Glibc

/// The signal handling of a process's threads at one moment.
package struct SignalView: Sendable {
  /// The signals that come from outside, to any thread that does not block them.
  private static let outside = [SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD]

  private var handlers: [Int32: UInt] = [:]
  /// The threads that leave some of those signals unblocked, with their names.
  private var listeners: [Int: String] = [:]

  /// Inspects this process.
  package static func now() -> SignalView {
    var view = SignalView()
    for signal in Int32(1)...64 { view.handlers[signal] = ExecutorProcess.handler(of: signal) }
    for name in FileBytes.names(in: "\(ExecutorProcess.folder)/task") {
      guard let thread = Int(name), let status = FileBytes.read("\(ExecutorProcess.folder)/task/\(name)/status") else { continue }
      let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
      guard let mask = field("SigBlk", lines).flatMap({ UInt64($0, radix: 16) }) else { continue }
      if outside.contains(where: { mask >> UInt64($0 - 1) & 1 == 0 }) { view.listeners[thread] = field("Name", lines) ?? "?" }
    }
    return view
  }

  /// Returns the changes since the earlier inspection, as readable text.
  package func since(_ earlier: SignalView) -> [String] {
    handlers.filter { earlier.handlers[$0.key] != $0.value }.keys.sorted().map { "the action of signal \($0) was changed" }
      + listeners.filter { earlier.listeners[$0.key] == nil }.sorted { $0.key < $1.key }
      .map { "thread \($0.key) (\($0.value)) does not block all signals" }
  }

  private static func field(_ name: String, _ lines: [Substring]) -> String? {
    lines.first { $0.hasPrefix(name + ":") }?.split(separator: "\t").last.map(String.init)
  }
}
