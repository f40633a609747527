internal import CConformance

/// The side effects that code must not have merely by being loaded.
package struct SideEffects: Sendable {
  private let view: ProcessView
  private let environment: [String]
  private let handlers: [Int32: UInt]

  /// Inspects this process.
  package static func now() -> SideEffects {
    SideEffects(view: .now(), environment: currentEnvironment(), handlers: currentHandlers())
  }

  /// Returns the changes since the earlier inspection, as readable text.
  package func since(_ earlier: SideEffects) -> [String] {
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
