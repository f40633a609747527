internal import CRunnerChannel

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
