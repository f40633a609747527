internal import Glibc
internal import RunnerChannel

/// The printed lines of a runner that nobody has taken yet, within their limits: 100 lines a second, 4 KiB a line.
///
/// A pure value.
struct OutputLines: Hashable, Sendable {
  /// The lines since the last look, and the number of those dropped.
  struct Taken: Hashable, Sendable {
    var lines: [String] = []
    var dropped = 0
  }

  private static let limits = (lines: 100, bytes: 4096, second: UInt64(1_000_000_000))

  private var line: [UInt8] = []
  private var taken = Taken()
  private var second: UInt64 = 0
  private var inSecond = 0
  private var dropped = 0
  private var toldAt: UInt64 = 0
  private var kept: [UInt8] = []
  /// The note that a crash of the process has left.
  private(set) var crash: CrashNote?

  /// The last lines, 4 KiB at most, whether they were passed on or not.
  var tail: String {
    let lines = kept.suffix(Self.limits.bytes).split(separator: UInt8(ascii: "\n"))
    return lines.map { TerminalText.line(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n")
  }

  init() {}

  /// Adds bytes; true when there is a new line.
  mutating func add(_ bytes: [UInt8], at time: UInt64) -> Bool {
    let before = taken.lines.count
    // Whole lines at once: a plugin that prints without end must not be slowed down by its reader.
    bytes.withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let start = rest.baseAddress!
        let end = memchr(start, CInt(UInt8(ascii: "\n")), rest.count).map { UnsafeRawPointer($0) - start }
        line.append(contentsOf: rest.prefix(min(end ?? rest.count, Self.limits.bytes - line.count)))
        guard let end else { break }
        finish(at: time)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(end + 1))
      }
    }
    return taken.lines.count > before
  }

  /// Returns the lines, and begins anew; the number of dropped ones comes at most once a second.
  mutating func take(at time: UInt64) -> Taken {
    defer { taken = Taken() }
    guard dropped > 0, time - min(time, toldAt) >= Self.limits.second else { return taken }
    (taken.dropped, dropped, toldAt) = (dropped, 0, time)
    return taken
  }

  private mutating func finish(at time: UInt64) {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return }
    if let note = CrashNote(line: line) {
      crash = note
      return
    }
    keep(line)
    if time - second >= Self.limits.second { (second, inSecond) = (time, 0) }
    inSecond += 1
    guard inSecond <= Self.limits.lines, taken.lines.count < Self.limits.lines else {
      dropped += 1
      return
    }
    taken.lines.append(TerminalText.line(String(decoding: line, as: UTF8.self)))
  }

  private mutating func keep(_ line: [UInt8]) {
    kept += line
    kept.append(UInt8(ascii: "\n"))
    // Cut seldom, since removing from the front moves the rest.
    if kept.count > 4 * Self.limits.bytes { kept.removeFirst(kept.count - Self.limits.bytes) }
  }
}
