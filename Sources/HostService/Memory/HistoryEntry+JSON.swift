internal import CallControl
package import CallStore
internal import FoundationEssentials
internal import HostSurface
package import StrictJSON

extension WallTime {
  /// The time as a `Time` of the host surface.
  package var json: JSONValue { .string(description) }

  /// Reads a checked `Time`; nil when the value is none.
  package init?(json value: JSONValue?) {
    guard let time = value?.string.flatMap({ SurfaceTime(parsing: $0) }) else { return nil }
    self.init(milliseconds: time.milliseconds)
  }
}

extension HistoryEntry {
  /// The entry as a `HistoryCall` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "id": .integer(id), "change": .integer(change), "call": .string(call.uuidString), "line": .string(line.rawValue),
      "provider": .string(provider.rawValue), "direction": .string(direction.rawValue), "outcome": .string(outcome.rawValue),
      "handle": handle?.json, "name": name.map { .string($0) }, "displayName": .string(displayName), "label": label.map { .string($0) },
      "labelSource": labelSource.map { .string($0) }, "contact": contact.map { .integer($0) }, "began": began.json,
      "started": started?.json, "connecting": connecting?.json, "connected": connected?.json, "ended": ended?.json,
      "duration": duration.map { .number(JSONNumber(Double($0) / 1_000)) }, "refusal": refusal.map { .string($0.rawValue) },
      "decidedBy": decidedBy.map { .string($0) }, "end": end?.json, "group": group.map { .integer($0) }, "emergency": .bool(isEmergency),
      "video": .bool(hasVideo), "recordings": .strings(recordings), "read": .bool(isRead),
      "actor": actor.map { .string($0) },
    ])
  }
}

extension HistoryChange {
  /// The change as a `HistoryChange` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "change": .integer(change), "id": .integer(id), "removed": entry == nil ? .bool(true) : nil, "entry": entry?.json,
    ])
  }
}

extension HistoryFilter {
  /// Reads a checked `HistoryFilter`.
  package init(json value: JSONValue) {
    self.init()
    handle = value["handle"].flatMap { Handle(json: $0) }
    contact = value["contact"]?.integer.map { Int64($0) }
    provider = value["provider"]?.string.map { ProviderID(rawValue: $0) }
    line = value["line"]?.string.map { LineID(rawValue: $0) }
    outcomes = value["outcomes"]?.strings?.compactMap { CallRecord.Outcome(rawValue: $0) }
    direction = value["direction"]?.string.flatMap { Direction(rawValue: $0) }
    isUnread = value["unread"].map { $0 == .bool(true) }
    from = WallTime(json: value["from"])
    to = WallTime(json: value["to"])
    text = value["text"]?.string
  }
}
