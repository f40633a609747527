#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The resources of this process.
struct ProcessFigures: Sendable {
  /// The processor time of all threads, in seconds.
  let processorSeconds: Double
  /// The resident memory, in bytes.
  let memory: Int

  /// The figures now; any thread.
  static var current: ProcessFigures {
    // POSIX has a million of these ticks in a second, on every system.
    ProcessFigures(processorSeconds: Double(clock()) / 1_000_000, memory: residentPages * Int(getpagesize()))
  }

  /// The second number of /proc/self/statm (proc(5)).
  private static var residentPages: Int {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return 0 }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return 0 }
    let words = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }
}
