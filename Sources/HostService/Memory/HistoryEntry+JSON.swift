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

extension HistoryEntry: JSONWritable {
  /// Writes the entry as a `HistoryCall` of the host surface.
  package func write(to writer: inout JSONWriter) {
    writer.object { writeMembers(to: &$0) }
  }

  /// Writes the members of the entry into an object that may have others too.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("id", Int(id))
    writer.member("change", Int(change))
    writer.member("call", call)
    writer.member("line", line.rawValue)
    writer.member("provider", provider.rawValue)
    writer.member("direction", direction.rawValue)
    writer.member("outcome", outcome.rawValue)
    writer.member("handle", handle)
    writer.member("name", name)
    writer.member("displayName", displayName)
    writer.member("label", label)
    writer.member("labelSource", labelSource)
    writer.member("contact", contact.map { Int($0) })
    writer.member("began", Self.time(began))
    writer.member("started", Self.time(started))
    writer.member("connecting", Self.time(connecting))
    writer.member("connected", Self.time(connected))
    writer.member("ended", Self.time(ended))
    if let duration {
      writer.name(fixed: "duration")
      writer.number(JSONNumber(Double(duration) / 1_000))
    }
    writer.member("refusal", refusal?.rawValue)
    writer.member("decidedBy", decidedBy)
    writer.member("end", end)
    writer.member("group", group.map { Int($0) })
    writer.member("emergency", isEmergency)
    writer.member("video", hasVideo)
    writer.name(fixed: "recordings")
    writer.array { writer in for file in recordings { writer.string(file) } }
    writer.member("read", isRead)
    writer.member("actor", actor)
  }

  private static func time(_ time: WallTime?) -> SurfaceTime? { time.map { SurfaceTime(milliseconds: $0.milliseconds) } }

  /// The entry as a `HistoryCall` of the host surface.
  package var json: JSONValue { JSONValue(writing: self) }
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
