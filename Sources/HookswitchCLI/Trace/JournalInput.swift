internal import CallControl
internal import FoundationEssentials
internal import Hookswitch
internal import JournalKit

/// A journal that a verb reads.
struct JournalInput {
  /// The file's name, for messages.
  let name: String
  let records: [JournalRecord]
  let names: CallNames
  /// The date of the journal's time zero, in seconds since 1970; 0 when the journal does not have it.
  let zero: Double
  /// The time of the first record in universal time; nil when the journal does not have it.
  let begun: String?

  /// Reads the file; warns of a last line that is cut off, and leaves it out.
  ///
  /// - Throws: an error with file, line and reason, when the file cannot be read or is not a journal.
  init(_ path: String, console: Console) throws(CommandError) {
    name = path == "-" ? "standard input" : path
    let reading: JournalReading
    do throws(JournalFileError) {
      reading = try JournalReading(path: path == "-" ? "/dev/stdin" : path)
    } catch {
      throw .badFile(name + (error.line.map { ":\($0)" } ?? ""), error.reason)
    }
    records = reading.records
    zero = reading.zero?.timeIntervalSince1970 ?? 0
    names = CallNames(records)
    let first = Double(reading.records.first?.time.nanoseconds ?? 0) / 1e9
    begun = reading.zero.flatMap { Self.text(of: $0.addingTimeInterval(first)) }
    if reading.isCutShort {
      console.complain(
        "hookswitch: \(name):\(line(ofRecord: records.count)): the last line is cut off and was left out; the \(records.count) records before it are whole"
      )
    }
  }

  /// Formats a date to the second; nil when it is outside any useful calendar.
  static func text(of date: Date) -> String? {
    guard abs(date.timeIntervalSince1970) < 100_000_000_000 else { return nil }
    return date.formatted(.iso8601)
  }

  /// The number of a record's line in the file, whose first line is the header.
  func line(ofRecord number: Int) -> Int { number + 2 }
}
