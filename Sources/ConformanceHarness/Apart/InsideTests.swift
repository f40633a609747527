/// The tests that have the plugin in their own process even when it has one apart, each with its reason.
///
/// They can be talked out of a failure by a plugin that is hostile to the kit.
package enum InsideTests {
  /// A group, or a test.
  private static let reasons: [String: String] = [
    "load.entry-symbol": "looks for the symbol in the process",
    "load.no-side-effects": "looks at the process before and after the plugin's code comes",
    "load.quiet": "looks at the process before and after load",
    "load.symlink": "opens the file by two names",
    "unload": "takes the plugin's code away, and looks at what is left",
    "handover": "passes descriptors between two instances",
    "iso": "compares the plugin inside with the plugin in a process of hookswitch-helper",
    "fuzz": "plays thousands of scripts",
    "leak.heap": "counts the memory that the plugin allocates",
    "media.rt-safe": "replaces functions of the C library in the plugin",
    "media.rt-long": "replaces functions of the C library in the plugin",
    "state.no-secrets": "reads the output and the environment of the process",
    "thread.tsan": "needs the thread sanitizer in the plugin's process",
    "time.loop-budget": "measures the processor time of a function",
    "time.real-clocks": "moves the clocks that the plugin reads",
  ]

  /// Returns the reason for a test; nil for one that may run apart.
  package static func reason(for id: String) -> String? { reasons[id] ?? reasons[String(id.prefix { $0 != "." })] }

  /// The groups and tests, in order.
  package static var all: [(name: String, reason: String)] { reasons.sorted { $0.key < $1.key }.map { (name: $0.key, reason: $0.value) } }
}
