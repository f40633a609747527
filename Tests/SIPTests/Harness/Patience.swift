import FoundationEssentials

/// How many times as long as they say tests wait for what must come.
enum Patience {
  /// 1; `HOOKSWITCH_PATIENCE` says another where all is slower, as under a sanitizer.
  static let factor = ProcessInfo.processInfo.environment["HOOKSWITCH_PATIENCE"].flatMap { Int($0) } ?? 1
}
