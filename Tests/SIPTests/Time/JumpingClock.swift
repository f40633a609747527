import Foundation

/// A time of day that a test sets for one program; the machine's clock stays.
final class JumpingClock: Sendable {
  private static let source = """
    #define _GNU_SOURCE
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>
    static volatile long *ahead;
    __attribute__((constructor)) static void begin(void) {
      const int fd = open(getenv("JUMPING_CLOCK"), O_RDONLY);
      void *page = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, fd, 0);
      if (page == MAP_FAILED) abort();
      ahead = page;
    }
    int clock_gettime(clockid_t clock, struct timespec *t) {
      const int status = (int)syscall(SYS_clock_gettime, clock, t);
      if (status == 0 && clock == CLOCK_REALTIME && ahead) t->tv_sec += *ahead;
      return status;
    }
    int gettimeofday(struct timeval *restrict t, void *restrict zone) {
      struct timespec now;
      (void)zone, clock_gettime(CLOCK_REALTIME, &now);
      t->tv_sec = now.tv_sec, t->tv_usec = now.tv_nsec / 1000;
      return 0;
    }
    time_t time(time_t *out) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (out) *out = now.tv_sec;
      return now.tv_sec;
    }

    """

  static let canBeMade = PeerProcess.isThere("cc")

  private let compiler: PeerProcess

  /// Makes a clock that shows the machine's time until it jumps.
  init() async throws {
    compiler = try PeerProcess("cc", ["-shared", "-fPIC", "-o", "clock.so", "clock.c"], files: ["clock.c": Self.source])
    guard await compiler.exit() == 0 else { throw CancellationError() }
    try jump(by: 0)
  }

  /// The environment of a program that uses this clock.
  var environment: [String: String] {
    ["LD_PRELOAD": compiler.folder.appending(path: "clock.so").path, "JUMPING_CLOCK": compiler.folder.appending(path: "ahead").path]
  }

  /// Sets the clock's difference from the machine's, in seconds.
  func jump(by seconds: Int) throws {
    let file = compiler.folder.appending(path: "ahead")
    let bytes = withUnsafeBytes(of: Int64(seconds)) { Data($0) }
    // In place, because the program has mapped the file.
    guard let open = try? FileHandle(forUpdating: file) else { return try bytes.write(to: file) }
    try open.write(contentsOf: bytes)
    try open.close()
  }
}
