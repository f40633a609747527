internal import CConformance

/// Watches the calling thread for system calls that have an effect outside the process, or that begin a thread.
///
/// With the plugin in another process it traces the main thread of that one, and the calling thread must be the main one too. It sees none if
/// the kernel does not report system calls.
package struct SystemCallWatch {
  /// True if the kernel reports system calls.
  package let sees: Bool

  /// Begins to watch.
  package init() {
    // The thread sanitizer has handlers and calls of its own.
    sees = hookswitch_harness_races() < 0 && (ExecutorProcess.isUsed ? hookswitch_apart_trace() : hookswitch_calls_watch()) == 0
  }

  /// Ends the watch, and returns the calls, as in `connect (7)`.
  package func stop() -> [String] {
    guard sees else { return [] }
    if ExecutorProcess.isUsed { hookswitch_apart_trace_end() } else { hookswitch_calls_stop() }
    var room = [hookswitch_system_call](repeating: hookswitch_system_call(), count: 32)
    let count = hookswitch_calls_found(&room, room.count)
    return room.prefix(count).map { call in
      let name = withUnsafeBytes(of: call.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      let detail = withUnsafeBytes(of: call.detail) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      return detail.isEmpty ? name : "\(name) (\(detail))"
    }
  }
}
