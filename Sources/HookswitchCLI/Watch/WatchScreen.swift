internal import HostSurface
internal import JournalKit
internal import StrictJSON

/// The screen of `hookswitch watch`, drawn from its state: a pure function.
struct WatchScreen: Sendable {
  /// A line of the screen, with as many columns as the terminal.
  struct Row: Equatable, Sendable {
    var text: String
    var style: TextStyle?
  }

  private let state: WatchState

  init(_ state: WatchState) { self.state = state }

  /// The rows of the screen: exactly as many as the terminal has.
  ///
  /// The first is the title and the last the keys or a message. Between them are the calls, the providers and the last events; where there
  /// are too many, the calls around the chosen one and the newest events stay.
  var rows: [Row] {
    if state.rows == 1 { return [fitted(title, .bold)] }
    let body = state.rows - 2
    let calls = callRows
    let providerCount = min(state.providers.count, body / 4)
    let eventCount = min(state.events.count, min(3, body / 4))
    let shown = window(calls, max(1, body - providerCount - eventCount))
    var rows = Array(shown.prefix(body))
    rows += providerRows.prefix(min(providerCount, body - rows.count))
    let room = body - rows.count
    rows += state.events.suffix(room).map { fitted($0, .dim) }
    rows += Array(repeating: fitted("", nil), count: body - rows.count)
    return [fitted(title, .bold)] + rows + [footer]
  }

  private func fitted(_ text: String, _ style: TextStyle?) -> Row {
    Row(text: TextColumns.fitted(PlainText.line(text), to: state.columns), style: style)
  }

  // MARK: The first and the last row

  private var title: String {
    let calls = state.calls.count
    let counts =
      "\(calls) \(calls == 1 ? "call" : "calls"), \(state.providers.count) \(state.providers.count == 1 ? "provider" : "providers")"
    return "hookswitch watch   \(counts)   \(state.isConnected ? "connected" : "NOT CONNECTED")"
  }

  private var footer: Row {
    if !state.message.isEmpty { return fitted(state.message, .yellow) }
    let button = state.button
    let long = "a answer  d end  h hold  r resume  s swap  m mute  up/down choose  q quit" + (button.map { "  b \($0)" } ?? "")
    let short = "a d h r s m\(button == nil ? "" : " b")  j k  q"
    return fitted(TextColumns.width(PlainText.line(long)) <= state.columns ? long : short, .dim)
  }

  // MARK: Calls and providers

  /// True where the columns of the provider and the marks have room.
  private var isWide: Bool { state.columns >= 60 }

  private var callRows: [(row: Row, isChosen: Bool)] {
    state.lines.flatMap { key, line -> [(row: Row, isChosen: Bool)] in
      let calls = line["calls"]?.array ?? []
      let disturbed = line["doNotDisturb"] == true ? "  do not disturb" : ""
      let head = (row: fitted("line \(key)\(disturbed)\(calls.isEmpty ? "  no calls" : "")", .bold), isChosen: false)
      return [head] + calls.map { (row: row(of: $0), isChosen: $0["call"]?.string == state.chosen) }
    }
  }

  private func row(of call: JSONValue) -> Row {
    let isChosen = call["call"]?.string == state.chosen
    let word = ClientTable.plain(call["state"])
    let id = String(ClientTable.plain(call["call"]).prefix(isWide ? 8 : 4))
    let marks = ["muted", "remotelyHeld", "mixed", "recording", "silenced", "emergency"].filter { call[$0] == true }.joined(separator: " ")
    var fields = [isChosen ? ">" : " ", id, TextColumns.fitted(PlainText.line(word), to: 10), TextColumns.fitted(timer(call), to: 8)]
    let name = PlainText.line(ClientTable.plain(call["displayName"]))
    fields.append(isWide ? TextColumns.fitted(name, to: min(24, state.columns / 4)) : name)
    if isWide { fields += [TextColumns.fitted(PlainText.line(ClientTable.plain(call["provider"])), to: 12), marks] }
    let style: TextStyle? = word == "ringing" ? .yellow : word == "active" ? .green : nil
    return fitted(fields.joined(separator: " "), style)
  }

  /// The time since the connection, or since the beginning for a call that is not connected, as `0:01:23`.
  private func timer(_ call: JSONValue) -> String {
    guard let text = (call["connected"] ?? call["began"])?.string, let since = SurfaceTime(parsing: text)?.milliseconds else { return "" }
    let seconds = max(0, state.now - since) / 1_000
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(seconds / 3_600):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
  }

  private var providerRows: [Row] {
    state.providers.map { key, provider in
      let reason = provider["reason"]?.string.map { "  \($0)" } ?? ""
      let calls = provider["calls"]?.integer ?? 0
      let standing = ClientTable.plain(provider["standing"])
      return fitted(
        "provider \(key)  \(standing)\(calls == 0 ? "" : "  \(calls) \(calls == 1 ? "call" : "calls")")\(reason)",
        standing == "ready" ? nil : .red)
    }
  }

  /// Returns at most `count` rows, with the chosen one among them; a row for those left out stands at either end.
  private func window(_ rows: [(row: Row, isChosen: Bool)], _ count: Int) -> [Row] {
    guard rows.count > count else { return rows.map(\.row) }
    let place = rows.firstIndex(where: \.isChosen) ?? 0
    let start = min(max(0, place - count / 2), rows.count - count)
    var shown = rows[start..<start + count].map(\.row)
    let (above, below) = (start, rows.count - start - count)
    if above > 0, count > 2, place > start { shown[0] = fitted("  … \(above + 1) more", .dim) }
    if below > 0, count > 2, place < start + count - 1 { shown[count - 1] = fitted("  … \(below + 1) more", .dim) }
    return shown
  }
}
