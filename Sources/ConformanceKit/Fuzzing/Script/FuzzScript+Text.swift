internal import TransportABI
internal import TransportLoader

// The text of a script: JSON, with one step a line.
extension FuzzScript {
  /// The version of the format.
  static let version = 1

  var text: String {
    let members: [(String, JSONValue)] = [
      ("hookswitch-fuzz", .number(Double(Self.version))), ("kind", .string(kind.rawValue)), ("seed", .string(String(seed))),
      ("number", .number(Double(number))), ("host", host.value), ("begin", .string(beginning.rawValue)),
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
    add("number", number.map { .number(Double($0)) })
    if let text {
      if let readable = String(validating: text, as: UTF8.self) {
        add("text", .string(readable))
      } else {
        add("hex", .string(HexText.of(text)))
      }
    }
    if wait > 0 { add("wait", .number(Double(wait))) }
    return .object(members)
  }
}
