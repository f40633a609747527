import FoundationEssentials

/// A factor for the time limits of tests.
enum Patience {
  /// The factor: 1, or `HOOKSWITCH_PATIENCE` for slow runs, such as with a sanitizer.
  static let factor = ProcessInfo.processInfo.environment["HOOKSWITCH_PATIENCE"].flatMap { Int($0) } ?? 1
}
