internal import CConformance

/// What code may do to a process merely by being loaded, and must not.
struct SideEffects: Sendable {
  private let view: ProcessView
  private let environment: [String]
  private let handlers: [Int32: UInt]

  /// Looks at this process.
  static func now() -> SideEffects {
    SideEffects(view: .now(), environment: currentEnvironment(), handlers: currentHandlers())
  }

  /// What came since the earlier look, for people.
  func since(_ earlier: SideEffects) -> [String] {
    view.newThreads(since: earlier.view) + view.newDescriptors(since: earlier.view) + view.newChildren(since: earlier.view)
      + handlers.filter { earlier.handlers[$0.key] != $0.value }.keys.sorted().map { "a handler for signal \($0)" }
      + Set(environment).symmetricDifference(earlier.environment).sorted().map {
        "the environment variable \($0.prefix { $0 != "=" })"
      }
  }

  private static func currentEnvironment() -> [String] {
    var texts: [String] = []
    var next = hookswitch_harness_environment()
    while let text = next?.pointee {
      texts.append(String(cString: text))
      next = next?.successor()
    }
    return texts
  }

  private static func currentHandlers() -> [Int32: UInt] {
    Dictionary(uniqueKeysWithValues: (Int32(1)...64).map { ($0, UInt(hookswitch_harness_handler($0))) })
  }
}
