internal import Locking

/// Samples the process before and after each plugin function, and keeps the changes.
///
/// A function of the plugin may change a thing as long as it changes it back before it returns.
package final class SurroundingsWatch: PluginCallObserver, Sendable {
  /// A change, with the function that left it.
  package struct Finding: Hashable, Sendable {
    package let function: String
    /// The number of the function's call, from 1.
    package let call: UInt64
    package let change: SurroundingsChange

    /// The finding in one sentence: `instance.activate changed the umask from 022 to 077`.
    package var sentence: String {
      "\(function) changed \(change.words)" + (call > 1 ? ", in its \(LastCall.counted(call)) call" : "")
    }
  }

  private let state = Locked(WatchState())

  package init() {}

  /// Returns the changes of these kinds, in the order in which the functions returned.
  package func findings(_ kinds: SurroundingsChange.Kind...) -> [Finding] {
    state.withLock { $0.findings }.filter { kinds.contains($0.change.kind) }
  }

  package func begins(_ function: StaticString, _ thread: ThreadTag, _ call: UInt64) -> Int {
    let sample = Surroundings()
    return state.withLock { $0.begin("\(function)", thread, call, sample) }
  }

  package func returned(_ observation: Int) {
    let sample = Surroundings()
    state.withLock { $0.end(observation, sample) }
  }
}

/// The functions that have not returned, and the findings.
private struct WatchState: Sendable {
  private struct Open: Sendable {
    let function: String
    let thread: ThreadTag
    let call: UInt64
    let before: Surroundings
  }

  /// A plugin that runs wild repeats itself.
  private static let most = 200
  private(set) var findings: [SurroundingsWatch.Finding] = []
  private var open: [Int: Open] = [:]
  private var last = 0
  /// The sample after the latest outermost function of the loop's thread.
  private var latest: Surroundings?

  mutating func begin(_ function: String, _ thread: ThreadTag, _ call: UInt64, _ sample: Surroundings) -> Int {
    if thread != .media, open.isEmpty, let latest {
      note("between two functions a thread of the plugin", 1, sample.changes(since: latest))
    }
    last += 1
    open[last] = Open(function: function, thread: thread, call: call, before: sample)
    return last
  }

  mutating func end(_ observation: Int, _ sample: Surroundings) {
    guard let ended = open.removeValue(forKey: observation) else { return }
    note(ended.function, ended.call, sample.changes(since: ended.before))
    if ended.thread != .media, open.isEmpty { latest = sample }
  }

  private mutating func note(_ function: String, _ call: UInt64, _ changes: [SurroundingsChange]) {
    // A function inside another one is told once.
    for change in changes where findings.count < Self.most && !findings.contains(where: { $0.change == change }) {
      findings.append(.init(function: function, call: call, change: change))
    }
  }
}
