internal import ClusterControl
internal import StrictJSON

/// The members of an object, taken out by name; the rest is kept for versions that know it.
struct PayloadMembers {
  let key: String
  let path: String
  private var members: [JSONValue.Member]

  init(_ value: JSONValue, key: String, path: String = "") throws(PayloadError) {
    guard case .object(let members) = value else {
      throw PayloadError(key: key, member: path, reason: "it is \(value.kind), and an object is expected")
    }
    self.key = key
    self.path = path
    self.members = members
  }

  init(reading bytes: [UInt8], key: String) throws(PayloadError) {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes, limits: JSONLimits(depth: 16, size: 1 << 20))
    } catch {
      throw PayloadError(key: key, member: "", reason: "it is no JSON: \(error)")
    }
    try self.init(value, key: key)
  }

  /// The members that were not taken.
  var unknown: [UnknownMember] { members.map { UnknownMember(name: $0.name, json: $0.value.text) } }

  mutating func take(_ name: String) -> JSONValue? {
    guard let place = members.firstIndex(where: { $0.name == name }) else { return nil }
    return members.remove(at: place).value
  }

  mutating func require<Value>(_ name: String, _ kind: String, _ read: (JSONValue) -> Value?) throws(PayloadError) -> Value {
    guard let value = take(name) else { throw fault(name, "it is missing, and \(kind) is expected") }
    guard let read = read(value) else { throw fault(name, "it is not \(kind)") }
    return read
  }

  mutating func optional<Value>(_ name: String, _ kind: String, _ read: (JSONValue) -> Value?) throws(PayloadError) -> Value? {
    guard let value = take(name) else { return nil }
    guard let read = read(value) else { throw fault(name, "it is not \(kind)") }
    return read
  }

  /// Takes the version of the format: later versions only add members.
  mutating func takeVersion() throws(PayloadError) {
    _ = try require("v", "a version from 1") { $0.integer.flatMap { $0 >= 1 ? $0 : nil } }
  }

  func fault(_ name: String, _ reason: String) -> PayloadError {
    PayloadError(key: key, member: path.isEmpty ? name : "\(path).\(name)", reason: reason)
  }
}

extension JSONValue {
  /// The double of a number; nil for any other value.
  var double: Double? {
    guard case .number(let number) = self else { return nil }
    return number.double
  }

  /// A whole number from 0; nil for any other value.
  var count: UInt64? {
    guard case .number(let number) = self else { return nil }
    return UInt64(exactly: number)
  }

  /// A truth value; nil for any other value.
  var truth: Bool? {
    guard case .bool(let truth) = self else { return nil }
    return truth
  }

  /// Returns an object with unknown members after the known ones.
  static func payload(_ members: KeyValuePairs<String, JSONValue?>, _ unknown: [UnknownMember]) -> [UInt8] {
    guard case .object(var list) = JSONValue.object(of: members) else { return [] }
    for member in unknown where !list.contains(where: { $0.name == member.name }) {
      // The text came from this reader, so it is JSON; a value that is not would be left out.
      guard let value = try? JSONReader.read(Array(member.json.utf8)) else { continue }
      list.append(Member(name: member.name, value: value))
    }
    return JSONValue.object(list).jsonText()
  }
}
