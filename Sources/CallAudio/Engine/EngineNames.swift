internal import Synchronization

/// Names for what engines give out, never the same twice in a process: a leg of one engine is a stranger to every other.
enum EngineNames {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
