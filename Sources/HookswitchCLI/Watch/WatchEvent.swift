internal import StrictJSON

/// Writes a record of the daemon's log for people.
enum WatchEvent {
  /// Returns one line: the time, the call, the provider, the kind and what happened.
  ///
  /// - Parameters:
  ///   - record: a `Record` of the host surface.
  ///   - idLength: the number of characters of the call's id.
  static func text(of record: JSONValue, idLength: Int = 36) -> String {
    let time = ClientTable.plain(record["time"]).split(separator: "T").last.map { String($0.prefix(12)) } ?? ""
    let call = String(ClientTable.plain(record["call"]).prefix(idLength))
    let data = record["data"] ?? .object([])
    let kind = ClientTable.plain(record["kind"])
    let detail: String
    switch kind {
    case "added": detail = "\(ClientTable.plain(data["direction"])) \(ClientTable.plain(data["displayName"]))"
    case "state", "tone", "dtmf", "ended", "lost":
      detail = ["state", "media", "tone", "digits", "reason", "cause"].compactMap { data[$0].map { ClientTable.plain($0) } }.joined(
        separator: " ")
    default: detail = data == .object([]) ? "" : data.text
    }
    return PlainText.line([time, call, ClientTable.plain(record["provider"]), kind, detail].filter { !$0.isEmpty }.joined(separator: "  "))
  }
}
