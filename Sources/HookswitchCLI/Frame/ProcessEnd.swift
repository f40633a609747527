internal import Locking

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The end of this process, which foreign code in it can cause too early or delay.
enum ProcessEnd {
  /// The time for the destructors of foreign code, in milliseconds.
  private static let patience: Int32 = 2000
  private static let isOurs = Locked(false)

  /// Ends the process with an exit code, even if a destructor hangs or a thread holds the dynamic linker's lock.
  ///
  /// From here on SIGINT and SIGTERM end it at once.
  static func leave(_ code: Int32) -> Never {
    isOurs.withLock { $0 = true }
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    var thread = pthread_t()
    if pthread_create(&thread, nil, endAfterPatience, UnsafeMutableRawPointer(bitPattern: Int(code) + 1)) != 0 { _exit(code) }
    exit(code)
  }

  /// Ends the process with an exit code, without destructors.
  static func leaveAtOnce(_ code: Int32) -> Never { _exit(code) }

  /// Makes SIGINT and SIGTERM end the process at once, with the exit codes 130 and 143, until another handler is installed.
  ///
  /// For the time while foreign code is loaded, which may hang and hold the dynamic linker's lock.
  static func endAtOnceOnSignals() {
    for number in [SIGINT, SIGTERM] { signal(number, endOnSignal) }
  }

  /// Makes `exit` in a plugin's code end the process with a message and exit code 1.
  ///
  /// Handlers run in reverse order, so register again after loading more foreign code. `_exit` cannot be intercepted.
  static func watchForForeignExit() { atexit(noticeForeignExit) }

  fileprivate static func noticeExit() {
    guard !isOurs.withLock({ $0 }) else { return }
    var name = [UInt8](repeating: 0, count: 16)
    let count = max(0, read(open("/proc/thread-self/comm", O_RDONLY | O_CLOEXEC), &name, name.count))
    let thread = PlainText.of(String(decoding: name[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    Console().complain(
      "hookswitch: a transport ended the process by exit(), on the thread \"\(thread)\": all calls are lost; tell the transport's author")
    _exit(ExitCode.failure.rawValue)
  }

  fileprivate static func wait() {
    poll(nil, 0, patience)
  }
}

/// The signal handler: `_exit` is async-signal-safe.
private func endOnSignal(_ number: Int32) { _exit(128 + number) }

private func noticeForeignExit() { ProcessEnd.noticeExit() }

private func endAfterPatience(_ code: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  ProcessEnd.wait()
  _exit(Int32(Int(bitPattern: code) - 1))
}
