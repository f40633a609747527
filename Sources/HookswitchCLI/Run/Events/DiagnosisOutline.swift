internal import StrictJSON

/// Outlines a transport's diagnosis, a JSON object, for people.
///
/// The plain members of an object share a line; each object in it has its own lines.
///
/// ```
/// up, not held
/// sound  port 25462, codec pcmu
/// sent  packets 194, bytes 31040
/// ```
enum DiagnosisOutline {
  /// Makes the outline; text that is not a JSON object stays as it is.
  static func text(of json: String) -> String {
    guard case .object(let members)? = try? JSONReader.read(Array(json.utf8)) else { return PlainText.of(json) }
    return outline(members, indent: "").joined(separator: "\n")
  }

  private static func outline(_ members: [JSONValue.Member], indent: String) -> [String] {
    let plain = members.compactMap(words).joined(separator: ", ")
    var lines = plain.isEmpty ? [] : [indent + plain]
    for member in members {
      guard case .object(let inner) = member.value else { continue }
      let name = indent + PlainText.of(member.name)
      let within = outline(inner, indent: indent + "  ")
      if inner.contains(where: { words($0) != nil }), let first = within.first {
        lines.append(name + "  " + first.drop { $0 == " " })
        lines += within.dropFirst()
      } else {
        lines.append(name)
        lines += within
      }
    }
    return lines
  }

  /// A plain member in words; nil for an object.
  private static func words(_ member: JSONValue.Member) -> String? {
    let name = PlainText.of(member.name)
    switch member.value {
    case .object: return nil
    case .bool(let isSo): return isSo ? name : "not \(name)"
    case .string(let text): return "\(name) \(PlainText.of(text))"
    case .null, .number, .array: return "\(name) \(PlainText.of(member.value.text))"
    }
  }
}
