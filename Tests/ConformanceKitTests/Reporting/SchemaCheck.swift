import Foundation

/// A checker of the part of JSON Schema that our schemas use: type, enum, const, required, properties, items, references into `$defs`.
struct SchemaCheck {
  let root: [String: Any]

  /// Returns the flaws of `value`, each as a path with a reason.
  func flaws(of value: Any, by schema: [String: Any], at path: String = "$") -> [String] {
    if let reference = schema["$ref"] as? String {
      let name = reference.split(separator: "/").last.map(String.init) ?? ""
      guard let definition = (root["$defs"] as? [String: [String: Any]])?[name] else { return ["\(path): no definition \(reference)"] }
      return flaws(of: value, by: definition, at: path)
    }
    var found: [String] = []
    if let choices = schema["enum"] as? [NSObject], !choices.contains(where: { $0.isEqual(value) }) {
      found.append("\(path): not of the enum")
    }
    if let constant = schema["const"] as? NSObject, !constant.isEqual(value) { found.append("\(path): not the constant") }
    let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { Self.is(value, $0) }) { return found + ["\(path): not \(types)"] }
    if let object = value as? [String: Any] { found += members(of: object, by: schema, at: path) }
    if let array = value as? [Any], let items = schema["items"] as? [String: Any] {
      for (index, item) in array.enumerated() { found += flaws(of: item, by: items, at: "\(path)[\(index)]") }
    }
    return found
  }

  private func members(of object: [String: Any], by schema: [String: Any], at path: String) -> [String] {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    var found = ((schema["required"] as? [String]) ?? []).filter { object[$0] == nil }.map { "\(path).\($0): missing" }
    for (name, member) in object {
      if let property = properties[name] {
        found += flaws(of: member, by: property, at: "\(path).\(name)")
      } else {
        found.append("\(path).\(name): unknown")
      }
    }
    return found
  }

  private static func `is`(_ value: Any, _ type: String) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "integer": value is Int
    case "boolean": value is Bool
    case "null": value is NSNull
    default: false
    }
  }
}
