package import CallControl
internal import HostSurface
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
    for entry in entries {
      guard let record: JournalRecord = try? entry["record"]?.decoded() else { continue }
      if records.isEmpty, let time = entry["time"]?.string.flatMap(SurfaceTime.init(parsing:)) {
        zero = Double(time.milliseconds) / 1e3 - Double(record.time.nanoseconds) / 1e9
      }
      records.append(record)
    }
  }

  /// The date of the first record, in seconds since 1970: the zero of the times in a ladder; 0 before the first record.
  package var begun: Double { zero == 0 ? 0 : zero + Double(records.first?.time.nanoseconds ?? 0) / 1e9 }

  /// The records as a journal's file, which `hookswitch trace` draws.
  package var journal: String {
    let header = try? JSONValue(encoding: JournalHeader(zero: zero == 0 ? nil : zero))
    let lines = [header] + records.map { try? JSONValue(encoding: $0) }
    return lines.compactMap { $0.map { $0.sorted.text + "\n" } }.joined()
  }

  /// Returns the ladders of a call, one for each of its lines; without a call those of all.
  package func ladders(of call: CallID?) -> [Ladder] {
    let first = zero == 0 ? nil : String(SurfaceTime(milliseconds: Int64((begun * 1e3).rounded())).description.prefix(19)) + "Z"
    let ladders = Ladder.all(of: records, names: CallNames(records), begun: first)
    guard let call else { return ladders }
    return ladders.filter { $0.calls.contains { $0.call == call } }.map { $0.showing(only: call) }
  }
}
