internal import CallControl
internal import StrictJSON

/// A JSON value with its path; its methods return a typed value or throw an error that names the place.
struct Field {
  let node: JSONNode
  let path: String

  func flaw(_ reason: String) -> FieldFlaw {
    FieldFlaw(path: path, offset: node.offset, reason: reason)
  }

  private func wrongType(_ wanted: String) -> FieldFlaw {
    flaw("should be \(wanted), not \(node.kind)")
  }

  var isNull: Bool { if case .null = node.value { true } else { false } }

  func string() throws(FieldFlaw) -> String {
    guard case .string(let text) = node.value else { throw wrongType("a string") }
    return text
  }

  func bool() throws(FieldFlaw) -> Bool {
    guard case .bool(let value) = node.value else { throw wrongType("true or false") }
    return value
  }

  /// Checks a key whose only value is `true`.
  func yes() throws(FieldFlaw) {
    guard case .bool(true) = node.value else { throw wrongTrue() }
  }

  private func wrongTrue() -> FieldFlaw {
    if case .bool(false) = node.value { flaw("can only be true; leave it out instead") } else { wrongType("true") }
  }

  /// Reads the name of a call, provider, line or screener: one word, because journal entries consist of words.
  func word() throws(FieldFlaw) -> String {
    let text = try string()
    guard Self.isWord(text) else { throw flaw("a name is one word, without white space") }
    return text
  }

  static func isWord(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 0x20 || $0.value == 0x7F }
  }

  /// Reads a handle, without control characters, because journal entries are lines.
  func handle() throws(FieldFlaw) -> Handle {
    let text = try string()
    if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
      throw flaw("a handle has no control characters")
    }
    return Handle(parsing: text)
  }

  private func number() throws(FieldFlaw) -> Double {
    guard case .number(let value) = node.value else { throw wrongType("a number") }
    return value.double
  }

  func count() throws(FieldFlaw) -> Int {
    let value = try number()
    guard let count = Int(exactly: value), (0...ScenarioLimits.largestCount).contains(count) else {
      throw flaw("should be a whole number from 0 to \(ScenarioLimits.largestCount)")
    }
    return count
  }

  /// Reads seconds, rounded to the nanosecond.
  func seconds() throws(FieldFlaw) -> Duration {
    let value = try number()
    guard (0...ScenarioLimits.longestTime).contains(value) else {
      throw flaw("should be seconds, from 0 to \(Int(ScenarioLimits.longestTime))")
    }
    return .nanoseconds(Int64((value * 1e9).rounded()))
  }

  /// Reads a value of an enumeration.
  func choice<Choice: RawRepresentable & CaseIterable>(_: Choice.Type = Choice.self) throws(FieldFlaw) -> Choice
  where Choice.RawValue == String {
    let text = try string()
    guard let choice = Choice(rawValue: text) else {
      throw flaw("\"\(text)\" is not one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }

  func items() throws(FieldFlaw) -> [Field] {
    guard case .array(let nodes) = node.value else { throw wrongType("an array") }
    return nodes.enumerated().map { Field(node: $1, path: "\(path)[\($0)]") }
  }

  /// Reads each item of an array with `read`.
  func list<Item>(_ read: (Field) throws(FieldFlaw) -> Item) throws(FieldFlaw) -> [Item] {
    var result: [Item] = []
    for item in try items() { result.append(try read(item)) }
    return result
  }

  /// Returns the members of an object with fixed keys.
  func members() throws(FieldFlaw) -> Members {
    Members(fields: try entries(), of: self)
  }

  /// Returns the members of an object with arbitrary keys.
  func entries() throws(FieldFlaw) -> [(name: String, field: Field)] {
    guard case .object(let members) = node.value else { throw wrongType("an object") }
    return members.map { ($0.name, Field(node: $0.node, path: JSONPath.below(path, $0.name))) }
  }

  /// Returns the members of an object whose keys are names of calls, providers or lines.
  func named() throws(FieldFlaw) -> [(name: String, field: Field)] {
    let entries = try entries()
    for entry in entries where !Self.isWord(entry.name) {
      throw entry.field.flaw("a name is one word, without white space")
    }
    return entries
  }
}

/// The members of an object with fixed keys: a reader takes each at most once, and any member left over is an error.
struct Members {
  private var fields: [(name: String, field: Field)]
  private let owner: Field
  /// The keys that the reader asked for, for the error about an unknown one.
  private var known: [String] = []

  init(fields: [(name: String, field: Field)], of owner: Field) {
    self.fields = fields
    self.owner = owner
  }

  /// The keys that have not been taken yet.
  var names: [String] { fields.map(\.name) }

  /// Takes an optional member.
  mutating func optional(_ name: String) -> Field? {
    known.append(name)
    guard let place = fields.firstIndex(where: { $0.name == name }) else { return nil }
    return fields.remove(at: place).field
  }

  /// Takes a required member.
  mutating func required(_ name: String) throws(FieldFlaw) -> Field {
    guard let field = optional(name) else { throw owner.flaw("\"\(name)\" is missing") }
    return field
  }

  /// Returns an error about the object as a whole.
  func flaw(_ reason: String) -> FieldFlaw { owner.flaw(reason) }

  /// Throws if a member is left over; call it after taking every allowed one.
  func finish() throws(FieldFlaw) {
    guard let extra = fields.first else { return }
    let place = owner.path.isEmpty ? "the file" : owner.path
    throw extra.field.flaw("unknown key \"\(extra.name)\"; \(place) may have " + known.joined(separator: ", "))
  }

  /// Takes the line of a step; default `main`.
  mutating func line() throws(FieldFlaw) -> LineID {
    try optional("line").map { field throws(FieldFlaw) in LineID(rawValue: try field.word()) } ?? .main
  }
}

/// An invalid value in a scenario file.
struct FieldFlaw: Error, Sendable {
  /// The path to it from the root: `steps[3].provider`; empty for the whole file.
  var path: String
  /// The offset of its first byte, from 0.
  var offset: Int
  var reason: String
}
