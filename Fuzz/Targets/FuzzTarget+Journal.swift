internal import CLibFuzzer
import CallControl
internal import Glibc
import Hookswitch
import JournalKit

@testable internal import HookswitchCLI

extension FuzzTarget {
  /// Reads a journal file, and runs the work of `replay` and `trace` on it.
  static let journal = FuzzTarget(name: "journal") { bytes in
    // The reader takes only paths.
    let file = fuzz_file(bytes, bytes.count)
    precondition(file >= 0, "cannot create a file in memory")
    defer { close(file) }
    let first: JournalReading
    do {
      first = try JournalReading(path: "/proc/self/fd/\(file)")
    } catch {
      precondition(isPlain("\(error)"), "an error with control characters for a terminal")
      return
    }
    replay(first.records)
    draw(first)
  }

  private static func replay(_ records: [JournalRecord]) {
    var replay = JournalReplay()
    for record in records {
      do { try replay.run(record) } catch { return }
    }
  }

  private static func draw(_ reading: JournalReading) {
    let ladders = Ladder.all(of: reading.records, names: CallNames(reading.records), begun: nil)
    for format in TraceFormat.allCases {
      guard let drawing = try? format.drawing(of: ladders, width: 80, showsMessages: format == .text, paint: { text, _ in text }) else {
        continue
      }
      precondition(isPlain(drawing), "a \(format.rawValue) with control characters for a terminal")
    }
  }
}
