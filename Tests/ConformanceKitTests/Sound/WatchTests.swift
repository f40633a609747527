import CConformance
import Glibc
import Testing

@testable import ConformanceKit

/// What the kernel tells of a thread that is watched.
///
/// That the C library tells as well is shown by the mutants.
@Suite("The watch over a media thread", .serialized)
struct WatchTests {
  @Test("sees a system call, and lets it be made")
  func systemCall() throws {
    let finding = try Self.watching { _, _ in sched_yield() }
    if let finding { #expect(finding == "sched_yield (system call)") }
  }

  /// The name of what was found on a thread that calls `tick` watched; nil where this kernel does not tell.
  private static func watching(_ tick: @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void) throws -> String? {
    try OtherThread.run {
      guard hookswitch_watch_kernel() == 0 else { return nil }
      hookswitch_watch_tick(tick, nil, 0)
      var found = hookswitch_watch_finding()
      guard hookswitch_watch_find(&found) != 0 else { return "nothing" }
      return withUnsafeBytes(of: found.function) { ForeignText.read(buffer: $0) }
    }
  }
}
