internal import CConformance
internal import Locking

/// Keeps a file of the kit's own under each number whose descriptor the plugin has closed, and finds the function that touches one of them,
/// or a descriptor that was open before the plugin.
package final class DescriptorWatch: PluginCallObserver, Sendable {
  private struct State: Sendable {
    var names: [Int: String] = [:]
    var last = 0
    var findings: [String] = []
  }

  private static let most = 20
  private let state = Locked(State())

  /// Notes the descriptors that are open now; one watch at a time.
  package init() { ExecutorProcess.beginCanaries() }

  deinit { ExecutorProcess.endCanaries() }

  /// The findings so far, a sentence each.
  package var findings: [String] { state.withLock { $0.findings } }

  package func begins(_ function: StaticString, _ thread: ThreadTag, _ call: UInt64) -> Int {
    let (isFirst, number) = state.withLock { state in
      state.last += 1
      state.names[state.last] = "\(function)" + (call > 1 ? ", in its \(LastCall.counted(call)) call," : "")
      return (state.names.count == 1, state.last)
    }
    if isFirst { ExecutorProcess.plantCanaries() }
    return number
  }

  package func returned(_ observation: Int) {
    let function = state.withLock { $0.names.removeValue(forKey: observation) } ?? "a function"
    while let loss = ExecutorProcess.nextCanaryLoss() {
      let what = loss.is_closed != 0 ? "closed" : "replaced or changed"
      let owner = loss.is_own != 0 ? "which it had closed before: by now the number is another's" : "which it did not open"
      let sentence = "\(function) \(what) the descriptor \(loss.descriptor), \(owner)"
      state.withLock { if $0.findings.count < Self.most { $0.findings.append(sentence) } }
    }
  }
}
