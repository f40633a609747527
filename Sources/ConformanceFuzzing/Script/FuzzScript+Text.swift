internal import ConformanceHarness
internal import StrictJSON
internal import TransportABI

// The text of a script: JSON, with one step a line.
extension FuzzScript {
  /// The version of the format.
  static let version = 1

  var text: String {
    let members: [(String, JSONValue)] = [
      ("hookswitch-fuzz", .integer(Self.version)), ("kind", .string(kind.rawValue)), ("seed", .string(String(seed))),
      ("number", .integer(number)), ("host", host.value), ("begin", .string(beginning.rawValue)),
    ]
    let head = members.map { "  \(JSONValue.quote($0)): \($1.text),\n" }.joined()
    let lines = steps.map { "    \($0.value.text)" }.joined(separator: ",\n")
    return "{\n\(head)  \"steps\": [\(lines.isEmpty ? "" : "\n\(lines)\n  ")]\n}\n"
  }
}

extension FuzzHost {
  var value: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue) { members.append(.init(name: name, value: value)) }
    if !missing.isEmpty { add("without", .strings(missing.map(\.rawValue).sorted())) }
    if !absent.isEmpty { add("null", .strings(absent.map(\.rawValue).sorted())) }
    if let refusing {
      add("refuses", .string(refusing.rawValue))
      add("with", .string(StatusName.of(refusal)))
    }
    if shape != .usual { add("shape", .string("\(shape)")) }
    return .object(members)
  }
}

extension FuzzStep {
  /// The step as a line of the script.
  var line: String { value.text }

  var value: JSONValue {
    var members: [JSONValue.Member] = []
    func add(_ name: String, _ value: JSONValue?) {
      if let value { members.append(.init(name: name, value: value)) }
    }
    add("do", .string(act.rawValue))
    add("call", call.map { .string($0.description) })
    add("with", with.map { .string($0.description) })
    add("number", number.map { .integer($0) })
    if let text {
      if let readable = String(validating: text, as: UTF8.self) {
        add("text", .string(readable))
      } else {
        add("hex", .string(HexText.of(text)))
      }
    }
    if wait > 0 { add("wait", .integer(wait)) }
    return .object(members)
  }
}

/// Converts bytes to hexadecimal digits and back.
enum HexText {
  static func of(_ bytes: [UInt8]) -> String {
    bytes.map { (byte: UInt8) -> String in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  /// Returns the bytes; nil when there are other characters, or half a byte.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
