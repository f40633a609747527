import CConformance
import Glibc
import Testing

@testable import ConformanceHarness

/// The watch's findings on system calls, from the kernel.
///
/// The mutants test its findings on the C library.
@Suite("The watch over a media thread", .serialized)
struct WatchTests {
  @Test("sees a system call, and lets it happen")
  func systemCall() throws {
    let finding = try Self.watching { _, _ in sched_yield() }
    if let finding { #expect(finding == "sched_yield (system call)") }
  }

  /// Returns the finding on a thread that runs `tick` watched; nil if this kernel does not report system calls.
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
