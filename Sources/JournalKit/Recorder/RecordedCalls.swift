package import CallControl
internal import FoundationEssentials
package import StrictJSON

/// The records of a running host's flight recorder, as the method `trace.read` and the notification `trace` give them.
///
/// A pure value.
package struct RecordedCalls: Sendable {
  package private(set) var records: [JournalRecord] = []
  /// The date of the records' time zero, in seconds since 1970; 0 before the first record.
  package private(set) var zero = 0.0

  package init() {}

  /// Adds entries; one that cannot be read is left out.
  package mutating func add(_ entries: [JSONValue]) {
    let decoder = JSONDecoder()
    for entry in entries {
      guard let text = entry["record"]?.text, let record = try? decoder.decode(JournalRecord.self, from: Data(text.utf8)) else { continue }
      if records.isEmpty, let time = entry["time"]?.string,
        let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(time)
      {
        zero = date.timeIntervalSince1970 - Double(record.time.nanoseconds) / 1e9
      }
      records.append(record)
    }
  }

  /// The date of the first record, in seconds since 1970: the zero of the times in a ladder; 0 before the first record.
  package var begun: Double { zero == 0 ? 0 : zero + Double(records.first?.time.nanoseconds ?? 0) / 1e9 }

  /// The records as a journal's file, which `hookswitch trace` draws.
  package var journal: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = try? encoder.encode(JournalHeader(zero: zero == 0 ? nil : zero))
    let lines = [header] + records.map { try? encoder.encode($0) }
    return lines.compactMap { $0.map { String(decoding: $0, as: UTF8.self) + "\n" } }.joined()
  }

  /// Returns the ladders of a call, one for each of its lines; without a call those of all.
  package func ladders(of call: CallID?) -> [Ladder] {
    let first = zero == 0 ? nil : Date(timeIntervalSince1970: begun).formatted(.iso8601)
    let ladders = Ladder.all(of: records, names: CallNames(records), begun: first)
    guard let call else { return ladders }
    return ladders.filter { $0.calls.contains { $0.call == call } }.map { $0.showing(only: call) }
  }
}
