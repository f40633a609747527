internal import Glibc
internal import Locking

/// Finds the plugin function after which a program that the host starts would inherit a descriptor.
package final class InheritanceWatch: PluginCallObserver, Sendable {
  private struct State: Sendable {
    var names: [Int: String] = [:]
    var last = 0
    var known: Set<CInt> = []
    var findings: [String] = []
  }

  private static let highest: CInt = 200
  private let state = Locked(State())

  /// Notes the descriptors that are inherited already.
  package init() { state.withLock { $0.known = Self.inherited } }

  /// The findings so far, a sentence each.
  package var findings: [String] { state.withLock { $0.findings } }

  package func begins(_ function: StaticString, _: ThreadTag, _: UInt64) -> Int {
    state.withLock { state in
      state.last += 1
      state.names[state.last] = "\(function)"
      return state.last
    }
  }

  package func returned(_ observation: Int) {
    let inherited = Self.inherited
    state.withLock { state in
      let function = state.names.removeValue(forKey: observation) ?? "a function"
      for descriptor in inherited.subtracting(state.known).sorted() {
        let target = ProcessView.target(of: descriptor)
        state.findings.append("after \(function) a program started now would inherit fd \(descriptor) (\(target))")
      }
      state.known.formUnion(inherited)
    }
  }

  /// The open descriptors that exec does not close.
  private static var inherited: Set<CInt> {
    Set(
      (0..<highest).filter { descriptor in
        let flags = ExecutorProcess.flags(of: descriptor)
        return flags >= 0 && flags & FD_CLOEXEC == 0
      })
  }
}
