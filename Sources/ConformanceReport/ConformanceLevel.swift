/// The extent of a run's tests; each level includes the one before.
public enum ConformanceLevel: String, Sendable, CaseIterable, Comparable {
  /// Loading, the contract's structs, the life cycle, bad input, unloading.
  case core
  /// Everything about calls.
  case call
  /// Audio.
  case media
  /// Configuration, state, leaks, resets and a short fuzz.
  case full
  /// As `full`, for longer.
  case soak

  /// The groups of tests that this level adds to the one before.
  package var ownGroups: [String] {
    switch self {
    case .core: ["load", "abi", "life", "bad", "unload"]
    case .call:
      ["action", "hold", "mute", "dtmf", "group", "transfer", "deflect", "line", "error", "health", "diag", "time", "thread", "reent"]
    case .media: ["media"]
    case .full: ["config", "state", "leak", "reset", "iso", "fuzz"]
    case .soak: []
    }
  }

  /// All groups of tests of this level.
  public var groups: [String] { Self.allCases.filter { $0 <= self }.flatMap(\.ownGroups) }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Returns true if the left level includes fewer tests than the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }
}
