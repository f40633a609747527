internal import CallControl
internal import FoundationEssentials

/// The forms in which the history leaves the store.
public enum HistoryForm: String, Sendable, CaseIterable {
  /// Comma-separated values by RFC 4180, with a header.
  case csv
  /// One JSON array.
  case json
  /// One JSON object a line.
  case jsonl
}

/// The text of entries of the history, entry by entry.
public struct HistoryText: Sendable {
  /// The columns of CSV, and the members of JSON.
  public static let columns = [
    "id", "change", "call", "line", "provider", "direction", "outcome", "handleType", "handle", "name", "displayName", "label",
    "labelSource",
    "contact", "began", "started", "connecting", "connected", "ended", "duration", "refusal", "decidedBy", "endReason", "endCause",
    "madeRoomFor", "transportDomain", "transportCode", "transportCause", "transportMessage", "group", "emergency", "video", "recordings",
    "read",
  ]

  /// A value of a column.
  private enum Value {
    case text(String?)
    case number(String?)
    case flag(Bool)
    case list([String])
  }

  private let form: HistoryForm
  private var count = 0

  /// Creates a writer of one form.
  ///
  /// - Parameter form: the form.
  public init(_ form: HistoryForm) {
    self.form = form
  }

  /// The text before the first entry.
  public var head: String {
    switch form {
    case .csv: Self.columns.joined(separator: ",") + "\r\n"
    case .json: "["
    case .jsonl: ""
    }
  }

  /// The text after the last entry.
  public var tail: String { form == .json ? (count == 0 ? "]\n" : "\n]\n") : "" }

  /// Returns the text of the next entry.
  ///
  /// - Parameter entry: the entry.
  public mutating func text(of entry: HistoryEntry) -> String {
    defer { count += 1 }
    let values = Self.values(of: entry)
    switch form {
    case .csv: return Self.record(values.map(Self.field))
    case .json: return (count == 0 ? "\n  " : ",\n  ") + Self.object(values)
    case .jsonl: return Self.object(values) + "\n"
    }
  }

  private static func values(of entry: HistoryEntry) -> [Value] {
    let end = entry.end
    var madeRoomFor: String?
    if case .madeRoom(let call)? = end?.cause { madeRoomFor = call.uuidString }
    return [
      .number("\(entry.id)"), .number("\(entry.change)"), .text(entry.call.uuidString), .text(entry.line.rawValue),
      .text(entry.provider.rawValue), .text(entry.direction.rawValue), .text(entry.outcome.rawValue), .text(entry.handle?.type.rawValue),
      .text(entry.handle?.value), .text(entry.name), .text(entry.displayName), .text(entry.label), .text(entry.labelSource),
      .number(entry.contact.map { "\($0)" }), .text("\(entry.began)"), .text(entry.started?.description),
      .text(entry.connecting?.description), .text(entry.connected?.description), .text(entry.ended?.description),
      .number(entry.duration.map(seconds)), .text(entry.refusal?.rawValue), .text(entry.decidedBy), .text(end?.reason.rawValue),
      .text(end?.cause?.word), .text(madeRoomFor), .text(end?.transport?.domain), .number(end?.transport.map { "\($0.code)" }),
      .number(end?.transport.map { "\($0.cause)" }), .text(end?.transport?.message), .number(entry.group.map { "\($0)" }),
      .flag(entry.isEmergency), .flag(entry.hasVideo), .list(entry.recordings), .flag(entry.isRead),
    ]
  }

  /// Returns milliseconds as seconds with three decimals.
  private static func seconds(_ milliseconds: Int64) -> String {
    let rest = String(milliseconds % 1_000)
    return "\(milliseconds / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// A field of a record.
  public enum Field: Sendable {
    /// A text, which a spreadsheet must not take for a formula.
    case text(String)
    /// A number, a time, or true or false.
    case plain(String)
  }

  /// Returns a record of RFC 4180, with its line break.
  ///
  /// - Parameter fields: the fields, in the order of `columns`.
  public static func record(_ fields: [Field]) -> String { fields.map(text(of:)).joined(separator: ",") + "\r\n" }

  private static func field(_ value: Value) -> Field {
    switch value {
    case .text(let text): .text(text ?? "")
    case .number(let number): .plain(number ?? "")
    case .flag(let flag): .plain(flag ? "true" : "false")
    case .list(let list): .text(list.joined(separator: "\n"))
    }
  }

  /// A field of RFC 4180: in quotes when it has a comma, a quote or a line break.
  ///
  /// A text that a spreadsheet would take for a formula begins with an apostrophe; a telephone number does not need it.
  private static func text(of field: Field) -> String {
    guard case .text(var text) = field else {
      if case .plain(let word) = field { return word }
      return ""
    }
    if let first = text.utf8.first, "=@\t\r".utf8.contains(first) || "+-".utf8.contains(first) && !StoreHandles.isNumber(text) {
      text = "'" + text
    }
    let needsQuotes = text.utf8.contains { ",\"\r\n".utf8.contains($0) }
    guard needsQuotes else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  private static func object(_ values: [Value]) -> String {
    var parts: [String] = []
    for (name, value) in zip(columns, values) {
      switch value {
      case .text(let text): if let text { parts.append("\"\(name)\":\(json(text))") }
      case .number(let number): if let number { parts.append("\"\(name)\":\(number)") }
      case .flag(let flag): parts.append("\"\(name)\":\(flag)")
      case .list(let list): parts.append("\"\(name)\":[\(list.map(json).joined(separator: ","))]")
      }
    }
    return "{" + parts.joined(separator: ",") + "}"
  }

  private static func json(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(character)
      case "\n": result += "\\n"
      case _ where character.value < 0x20:
        let hex = String(character.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(character)
      }
    }
    return result + "\""
  }
}

extension CallStore {
  /// Writes the entries that a filter selects, the newest first, page by page.
  ///
  /// - Parameters:
  ///   - form: the form of the text.
  ///   - filter: the entries.
  ///   - write: receives the parts of the text in order; false ends the export.
  public func exportHistory(
    _ form: HistoryForm, _ filter: HistoryFilter = HistoryFilter(), _ write: (String) -> Bool
  ) throws(StoreError) {
    var text = HistoryText(form)
    guard write(text.head) else { return }
    var before: Int64?
    repeat {
      let (entries, next) = try history(filter, before: before, limit: 500)
      for entry in entries where !write(text.text(of: entry)) { return }
      before = next
    } while before != nil
    _ = write(text.tail)
  }
}
