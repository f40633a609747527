internal import CallControl
internal import FoundationEssentials
internal import Hookswitch
internal import JournalKit

/// A journal that a verb reads: its records, and where they stand in its file.
struct JournalInput {
  /// The file, as it is named to people.
  let name: String
  let records: [JournalRecord]
  let names: CallNames
  /// When its first record was written, in universal time; nil when it does not say.
  let begun: String?

  /// Reads the file; a last line that is cut short is complained of and left out.
  /// - Throws: an error that names file, line and reason, when it cannot be read or is no journal.
  init(_ path: String, console: Console) throws(CommandError) {
    name = path == "-" ? "standard input" : path
    let reading: JournalReading
    do throws(JournalFileError) {
      reading = try JournalReading(path: path == "-" ? "/dev/stdin" : path)
    } catch {
      throw .badFile(name + (error.line.map { ":\($0)" } ?? ""), error.reason)
    }
    records = reading.records
    names = CallNames(records)
    let first = Double(reading.records.first?.time.nanoseconds ?? 0) / 1e9
    begun = reading.zero.flatMap { Self.text(of: $0.addingTimeInterval(first)) }
    if reading.isCutShort {
      console.complain(
        "hookswitch: \(name):\(line(ofRecord: records.count)): the last line is cut off and was left out; the \(records.count) records before it are whole"
      )
    }
  }

  /// A date to the second; nil when it is further off than a calendar is of use.
  private static func text(of date: Date) -> String? {
    guard abs(date.timeIntervalSince1970) < 100_000_000_000 else { return nil }
    return date.formatted(.iso8601)
  }

  /// The line of the file that a record stands on; the first one is the header.
  func line(ofRecord number: Int) -> Int { number + 2 }
}
