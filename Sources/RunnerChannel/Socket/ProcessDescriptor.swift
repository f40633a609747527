internal import CRunnerChannel
internal import Glibc

/// A child of this process, named by a descriptor: its number in the system is never used to signal or to wait for it.
package final class ProcessDescriptor: Sendable {
  /// The end of a process.
  package enum End: Hashable, Sendable {
    case exit(CInt)
    case signal(CInt)
    /// Another part of the program has reaped it.
    case unknown
  }

  /// The descriptor, for poll: it can be read once the process has ended.
  package let descriptor: CInt

  /// Opens the child with that number, which must not have been reaped; nil when there is none, or no descriptor is left.
  package init?(child: CInt) {
    descriptor = hrc_open_process(child)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Kills the process.
  package func kill() { _ = hrc_signal_process(descriptor, SIGKILL) }

  /// The end of the process; nil while it runs.
  ///
  /// - Parameter reaps: true to remove it from the system's table.
  package func end(reaps: Bool) -> End? {
    var (code, signal): (CInt, CInt) = (0, 0)
    switch hrc_await_process(descriptor, reaps ? 1 : 0, &code, &signal) {
    case 0: return nil
    case 1: return signal == 0 ? .exit(code) : .signal(signal)
    default: return .unknown
    }
  }

  /// Has the kernel kill this process with the thread that started it; false when `parent` is gone already.
  package static func endWith(parent: CInt) -> Bool { hrc_die_with(parent) == 0 }
}

/// The end of this process, as a runner provides for it.
package enum ProcessGuard {
  /// Has a crash of this process write a note to `output`, which names the place within the library's file.
  package static func noteCrashes(of library: String, output: CInt) { hrc_note_crashes(library, output) }

  /// Gives the calling thread a stack for that note, so that an overflow of its own stack is noted too.
  package static func guardThread() { hrc_guard_thread() }

  /// Has the kernel kill this process after that time, unless this is called again before.
  ///
  /// One thread at a time.
  package static func end(afterMilliseconds time: UInt32) { _ = hrc_end_after(time) }

  /// Ends the effect of `ProcessDescriptor.endWith`; only on the thread that called that.
  package static func outliveParent() { hrc_outlive_parent() }
}

/// The note of a crash: the place in the plugin, and what may be the frames.
package struct CrashNote: Hashable, Sendable {
  /// The innermost place within the plugin, or where the signal came, as `MODULE+0xOFFSET`; nil when it is not known.
  package let place: String?
  /// The frames that were found, the innermost first.
  package let frames: [String]

  /// Reads a line of a process; nil when it is no such note.
  package init?(line: [UInt8]) {
    guard line.first == UInt8(HRC_CRASH_MARK) else { return nil }
    let words = line.dropFirst().split(separator: UInt8(ascii: " ")).prefix(32)
    guard let head = words.first, head.elementsEqual("crash".utf8), words.dropFirst().allSatisfy(Self.isPlain) else { return nil }
    let places = words.dropFirst().map { String(decoding: $0, as: UTF8.self) }
    place = places.first.flatMap { $0 == "-" ? nil : $0 }
    frames = Array(places.dropFirst())
  }

  /// True for a word without characters that a terminal could act on.
  private static func isPlain(_ word: ArraySlice<UInt8>) -> Bool { word.count <= 96 && word.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
}
