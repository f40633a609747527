internal import ClusterControl
package import HostSurface
internal import Locking
package import StrictJSON

/// The history of lines from the records of all nodes (K13).
package final class ClusterHistory: Sendable {
  /// The largest number of records of a line that one answer looks at; the newest count.
  private static let lineLimit = 20_000
  private static let portion = 1_000

  private let store: any ClusterStore
  private let digits: Int

  /// Creates a reader.
  package init(_ store: any ClusterStore, digits: Int) {
    (self.store, self.digits) = (store, digits)
  }

  /// Answers `history.list` of a line: the ids of its calls are their numbers in the stream. [any thread]
  package func list(
    line: String, _ filter: JSONValue, before: Int?, limit: Int, _ reply: @escaping @Sendable (Result<JSONValue, MethodError>) -> Void
  ) {
    read(line, after: 0, []) { result in
      switch result {
      case .failure(let error):
        let text = "the records of the line \"\(line)\" cannot be read now: \(error.description)"
        reply(.failure(MethodError(.unavailable, text, ["why": "engine"])))
      case .success(let records): reply(.success(Self.page(records, filter, before: before, limit: limit)))
      }
    }
  }

  /// Answers `cluster.records`: a page of the stream, with one record for each call. [any thread]
  ///
  /// - Parameters:
  ///   - line: the line; nil for all.
  ///   - sequence: records with higher numbers are read.
  ///   - limit: the largest number of records, 1 to 1,000.
  package func records(
    line: String?, after sequence: UInt64, limit: Int, _ reply: @escaping @Sendable (Result<JSONValue, MethodError>) -> Void
  ) {
    let key = line.map { ClusterRecord.key(of: $0, digits: digits) } ?? ">"
    let limit = min(max(limit, 1), Self.portion)
    store.lane.run { [store] in
      store.records(key, after: sequence, limit: limit) { result in
        switch result {
        case .failure(let error): reply(.failure(MethodError(.unavailable, error.description, ["why": "engine"])))
        case .success(let page):
          let chosen = RecordSieve.chosen(page.records).map { item in
            JSONValue.object(of: [
              "sequence": .integer(item.record.sequence),
              "time": .string(SurfaceTime(milliseconds: item.record.time / 1_000_000).description), "key": .string(item.record.key),
              "record": item.facts.value,
            ])
          }
          reply(
            .success(
              .object(of: [
                "records": .array(chosen), "next": page.records.last.map { .integer($0.sequence) }, "isLast": .bool(page.isLast),
              ])))
        }
      }
    }
  }

  private func read(
    _ line: String, after sequence: UInt64, _ known: [StoredRecord],
    _ then: @escaping @Sendable (Result<[StoredRecord], ClusterStoreError>) -> Void
  ) {
    store.lane.run { [self] in
      store.records(ClusterRecord.key(of: line, digits: digits), after: sequence, limit: Self.portion) { [self] result in
        switch result {
        case .failure(let error): then(.failure(error))
        case .success(let page):
          let records = (known + page.records).suffix(Self.lineLimit)
          guard !page.isLast, let last = page.records.last else { return then(.success(Array(records))) }
          read(line, after: last.sequence, Array(records), then)
        }
      }
    }
  }

  private static func page(_ records: [StoredRecord], _ filter: JSONValue, before: Int?, limit: Int) -> JSONValue {
    let filter = RecordFilter(filter)
    var calls: [JSONValue] = []
    for (record, facts) in RecordSieve.chosen(records).reversed() {
      guard Int(clamping: record.sequence) < before ?? .max, filter.admits(facts.value) else { continue }
      guard calls.count < limit else {
        return .object(of: ["calls": .array(calls), "next": calls.last?["id"]])
      }
      calls.append(entry(facts.value, record.sequence))
    }
    return .object(of: ["calls": .array(calls)])
  }

  /// Returns a record as a `HistoryCall`, with its number in the stream as its id.
  private static func entry(_ value: JSONValue, _ sequence: UInt64) -> JSONValue {
    guard case .object(let members) = value else { return value }
    let rest = members.filter { !["id", "change"].contains($0.name) }
    return .object([.init(name: "id", value: .integer(sequence)), .init(name: "change", value: .integer(sequence))] + rest)
  }
}

/// A `HistoryFilter` for records that no table has: handles are compared as they are written.
private struct RecordFilter {
  private let filter: JSONValue

  init(_ filter: JSONValue) { self.filter = filter }

  func admits(_ record: JSONValue) -> Bool {
    for name in ["provider", "direction", "contact", "line"] {
      if let wanted = filter[name], record[name] != wanted { return false }
    }
    if let outcomes = filter["outcomes"]?.strings, !outcomes.contains(record["outcome"]?.string ?? "") { return false }
    if let unread = filter["unread"], (record["read"] == .bool(true)) == (unread == .bool(true)) { return false }
    if let handle = filter["handle"], !hasHandle(record, handle) { return false }
    let began = record["began"]?.string.flatMap { SurfaceTime(parsing: $0) }?.milliseconds ?? 0
    if let from = time("from"), began < from { return false }
    if let to = time("to"), began >= to { return false }
    guard let text = filter["text"]?.string?.lowercased(), !text.isEmpty else { return true }
    let texts = [record["name"], record["label"], record["displayName"], record["handle"]?["value"]].compactMap { $0?.string?.lowercased() }
    return texts.contains { Self.contains($0, text) }
  }

  private func time(_ name: String) -> Int64? { filter[name]?.string.flatMap { SurfaceTime(parsing: $0) }?.milliseconds }

  private func hasHandle(_ record: JSONValue, _ wanted: JSONValue) -> Bool {
    guard let value = record["handle"]?["value"]?.string else { return false }
    let text = wanted["value"]?.string ?? wanted.string ?? ""
    return value == text || text.hasSuffix(":" + value)
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    let (text, part) = (Array(text.utf8), Array(part.utf8))
    guard part.count <= text.count else { return false }
    return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
  }
}
