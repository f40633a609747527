internal import CallControl
internal import CallStore
package import HostSurface
package import StrictJSON

// The history.
extension MemoryMethods {
  private static let call = Subject(what: "call")

  /// Answers `history.list`.
  package func historyList(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let limit = try Self.limit(parameters)
    let filter = parameters["filter"].map { HistoryFilter(json: $0) } ?? HistoryFilter()
    let page = try run(Self.call) { store throws(StoreError) in
      try store.history(filter, before: Self.number(parameters, "before"), limit: limit)
    }
    return .object(of: ["calls": .array(page.entries.map(\.json)), "next": page.next.map { .integer($0) }])
  }

  /// Answers `history.get`.
  package func historyGet(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    guard let call = parameters.uuid("call") else { throw Self.wrong("/call", "UUID") }
    return try run(Self.call) { store throws(StoreError) in try store.historyEntry(of: call) }.json
  }

  /// Answers `history.changes`.
  package func historyChanges(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let limit = try Self.limit(parameters)
    let page = try run(Self.call) { store throws(StoreError) in
      try store.historyChanges(after: Int64(parameters.int("after")), limit: limit)
    }
    return .object(of: [
      "changes": .array(page.changes.map(\.json)), "next": .integer(page.next), "more": .bool(page.more),
    ])
  }

  /// Answers `history.markRead`.
  package func historyMarkRead(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let (ids, before) = (Self.numbers(parameters, "ids"), Self.number(parameters, "before"))
    if ids != nil, before != nil { throw Self.wrong("/before", "nothing beside ids") }
    let count = try run(Self.call) { store throws(StoreError) in
      try store.markRead(ids: ids, before: before, isRead: parameters.bool("read"))
    }
    return .object(of: ["changed": .integer(count)])
  }

  /// Answers `history.remove`.
  package func historyRemove(_ parameters: Parameters) throws(MethodError) -> JSONValue {
    let (ids, filter) = (Self.numbers(parameters, "ids"), parameters["filter"].map { HistoryFilter(json: $0) })
    // Both would leave open which of them limits the other, and neither would remove all.
    if (ids == nil) == (filter == nil) { throw Self.wrong(ids == nil ? "/ids" : "/filter", "either ids or a filter; {} selects all calls") }
    let count = try run(Self.call) { store throws(StoreError) in try store.removeHistory(ids: ids, filter: filter) }
    return .object(of: ["changed": .integer(count)])
  }
}
