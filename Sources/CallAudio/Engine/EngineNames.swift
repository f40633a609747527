internal import Synchronization

/// Ids of legs and taps, unique in the process, so that no engine mistakes another's leg for its own.
enum EngineNames {
  private static let last = Atomic<UInt64>(0)

  static func next() -> UInt64 { last.add(1, ordering: .relaxed).newValue }
}
