internal import StrictJSON

/// Writes the daemon's results as tables for people.
struct ClientTable: Sendable {
  /// A column: its title is the member's name.
  enum Column: Sendable {
    case text(String)
    /// An id, shortened to as much as `CallRef` needs.
    case short(String)
    /// The names of the members that are true.
    case flags([String])
    /// The values of an array of handles.
    case handles(String)
    /// The text on a button.
    case button(String)

    var title: String {
      switch self {
      case .text(let name), .short(let name), .handles(let name), .button(let name): name
      case .flags: "flags"
      }
    }

    /// The column's cell of a row.
    ///
    /// - Parameter idLength: the number of characters of a short id.
    func value(in row: JSONValue, idLength: Int) -> String {
      switch self {
      case .text(let name): ClientTable.plain(row[name])
      case .short(let name): String(ClientTable.plain(row[name]).prefix(idLength))
      case .flags(let names): names.filter { row[$0] == true }.joined(separator: " ")
      case .handles(let name):
        (row[name]?.array ?? []).map { ClientTable.plain($0["handle"]) }.joined(separator: " ")
      case .button(let name): ClientTable.plain(row[name]?["title"])
      }
    }
  }

  private let columns: [Column]

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// The rows below their titles; empty without rows.
  func text(of rows: [JSONValue], _ console: Console) -> String {
    guard !rows.isEmpty else { return "" }
    let idLength = idLength(of: rows)
    let cells = rows.map { row in columns.map { PlainText.line($0.value(in: row, idLength: idLength)) } }
    let widths = columns.indices.map { column in max(columns[column].title.count, cells.map { $0[column].count }.max() ?? 0) }
    func line(_ cells: [String]) -> String {
      let padded = cells.indices.map {
        $0 == cells.count - 1 ? cells[$0] : cells[$0] + String(repeating: " ", count: widths[$0] - cells[$0].count)
      }
      var text = padded.joined(separator: "  ")
      while text.hasSuffix(" ") { text.removeLast() }
      return text
    }
    return ([console.styled(line(columns.map(\.title)), .dim)] + cells.map(line)).joined(separator: "\n")
  }

  /// Returns the number of characters, at least 8, by which all ids of the short column differ.
  private func idLength(of rows: [JSONValue]) -> Int {
    for case .short(let name) in columns {
      let ids = rows.map { Self.plain($0[name]) }
      return (8...36).first { length in Set(ids.map { $0.prefix(length) }).count == Set(ids).count } ?? 36
    }
    return 36
  }

  /// A value as one word or phrase.
  static func plain(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: ""
    case .string(let text)?: text
    case .array(let items)?: items.map { plain($0) }.joined(separator: ", ")
    case .object?: value?["value"]?.string ?? value?.text ?? ""
    case .number?, .bool?: value?.text ?? ""
    }
  }

  /// The members of an object, one a line.
  static func members(_ value: JSONValue) -> String {
    guard case .object(let members) = value else { return plain(value) }
    return members.map { "\($0.name): \(PlainText.line(plain($0.value)))" }.joined(separator: "\n")
  }

  /// The state of the daemon, with its problems.
  static func status(_ value: JSONValue) -> String {
    let counts = [("calls", "call"), ("lines", "line"), ("clients", "client"), ("unreadMissed", "unread missed call")].map { member, word in
      let count = value[member]?.integer ?? 0
      return count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }.joined(separator: ", ")
    var lines = [
      "\(plain(value["state"])) since \(plain(value["since"])), process \(plain(value["pid"])), version \(plain(value["version"]))",
      counts, "store \(plain(value["store"]))",
    ]
    if let config = value["config"]?.string { lines.append("configuration \(config)") }
    for problem in value["problems"]?.array ?? [] { lines.append("problem: \(plain(problem["subject"])): \(plain(problem["message"]))") }
    return lines.map { PlainText.line($0) }.joined(separator: "\n")
  }

  /// The grants, and the questions that wait for a person.
  static func grants(_ value: JSONValue, _ console: Console) -> String {
    let rows = [("granted", "grants"), ("pending", "pending")].flatMap { standing, member in
      (value[member]?.array ?? []).map { grant -> JSONValue in
        guard case .object(let members) = grant else { return grant }
        return .object(members + [JSONValue.Member(name: "standing", value: .string(standing))])
      }
    }
    return ClientTable([.text("peer"), .text("standing"), .text("rights"), .text("names"), .text("asked"), .text("granted")])
      .text(of: rows, console)
  }

  /// A decision about a caller: the verdict, then each rule's word.
  static func decision(_ value: JSONValue, _ console: Console) -> String {
    let steps = ClientTable([.text("rule"), .text("says"), .text("detail")]).text(of: value["steps"]?.array ?? [], console)
    let refusal = value["refusal"]?.string.map { " (\($0))" } ?? ""
    return PlainText.line("\(plain(value["ring"]))\(refusal) by \(plain(value["rule"]))") + (steps.isEmpty ? "" : "\n" + steps)
  }
}
