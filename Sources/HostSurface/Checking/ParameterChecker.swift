internal import CallControl
internal import FoundationEssentials
package import StrictJSON

extension HostSurface {
  /// Checks the parameters of a method against the table, and adds the defaults.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - given: the parameters; nil for none.
  ///   - isText: true at the text door, which has the parameters of `textParameters(of:)` too.
  /// - Returns: the parameters, complete.
  /// - Throws: `invalid` with the place of the first wrong value as a JSON pointer (`at`) and the value that belongs there (`expected`).
  package static func parameters(
    of method: MethodName, from given: JSONValue?, isText: Bool = false
  ) throws(MethodError) -> Parameters {
    let given = given ?? .object([])
    guard case .object = given else { throw ParameterChecker.wrong("", "object", given) }
    let fields = method.declaration.parameters + (isText ? textParameters(of: method) : [])
    var checked = try ParameterChecker.members(given, fields, at: "")
    for field in fields where checked[field.name] == nil {
      if let standard = field.standard { checked[field.name] = standard.json }
    }
    return Parameters(method: method, values: checked)
  }

  /// Returns the parameters that a method has only at the text door: the times for which the command `upgrade` of `run` waits.
  ///
  /// The table is a promise to other programs, so it does not grow with the command's options.
  static func textParameters(of method: MethodName) -> [FieldDeclaration] {
    method == .transportUpgrade ? [.may("wait", .seconds, 0), .may("drain", .seconds, 600)] : []
  }
}

/// Checks values against the types of the table.
enum ParameterChecker {
  /// The largest number of bytes of a text.
  static let textLimit = 4_096
  /// The largest number of seconds.
  static let longest = 86_400.0

  /// Checks the members of an object, and returns them by name.
  static func members(_ value: JSONValue, _ fields: [FieldDeclaration], at place: String) throws(MethodError) -> [String: JSONValue] {
    guard case .object(let members) = value else { throw wrong(place, "object", value) }
    var result: [String: JSONValue] = [:]
    for member in members {
      guard let field = fields.first(where: { $0.name == member.name }) else {
        let names = fields.map(\.name).joined(separator: ", ")
        throw wrong(pointer(place, member.name), fields.isEmpty ? "no member" : "one of the members \(names)", nil)
      }
      try check(member.value, field, at: pointer(place, member.name))
      result[member.name] = member.value
    }
    for field in fields where field.isRequired && result[field.name] == nil {
      throw wrong(pointer(place, field.name), expectation(field.shape), nil)
    }
    return result
  }

  private static func check(_ value: JSONValue, _ field: FieldDeclaration, at place: String) throws(MethodError) {
    switch field.shape {
    case .one(let type): try check(value, type, textLimit: field.textLimit ?? textLimit, at: place)
    case .list(let type):
      guard case .array(let items) = value else { throw wrong(place, expectation(field.shape), value) }
      for (index, item) in items.enumerated() { try check(item, type, at: pointer(place, "\(index)")) }
    case .map(let type):
      guard case .object(let members) = value else { throw wrong(place, expectation(field.shape), value) }
      // Only the choices of an answer may be null: nothing stands in the way of them.
      for member in members where !(field.name == "answerChoices" && member.value == .null) {
        try check(member.value, type, at: pointer(place, member.name))
      }
    }
  }

  static func check(_ value: JSONValue, _ type: TypeName, textLimit: Int = textLimit, at place: String) throws(MethodError) {
    switch HostSurface.declaration(of: type) {
    case .scalar:
      if let expected = fault(of: value, type, textLimit: textLimit) {
        if type == .handleArg, case .object = value { return try check(value, .handle, at: place) }
        throw wrong(place, expected, value)
      }
    case .record(let fields): _ = try members(value, fields, at: place)
    case .words(let words):
      // A grant may name one method of a right.
      if type == .right, value.string.flatMap({ GrantedRight(parsing: $0) }) != nil { return }
      guard let word = value.string, words.contains(word) else {
        let addition = type == .right ? ", or a right and one of its methods, such as control:call.end" : ""
        throw wrong(place, "one of \(words.joined(separator: ", "))" + addition, value)
      }
    }
  }

  /// Returns the expected value when a scalar is wrong; nil when it is right.
  private static func fault(of value: JSONValue, _ type: TypeName, textLimit: Int) -> String? {
    let isRight =
      switch type {
      case .int: value.integer != nil
      case .bool: value == .bool(true) || value == .bool(false)
      case .object: if case .object = value { true } else { false }
      case .uuid: value.string.flatMap { UUID(uuidString: $0) } != nil
      case .time: value.string.flatMap { SurfaceTime(parsing: $0) } != nil
      case .seconds: if case .number(let number) = value { (0...longest).contains(number.double) } else { false }
      case .callRef: value.string.flatMap { CallReference(parsing: $0) } != nil
      case .handleArg: value.string.map { !$0.isEmpty && isText($0, textLimit) } ?? false
      default: value.string.map { isText($0, textLimit) } ?? false
      }
    return isRight ? nil : expectation(type, textLimit)
  }

  private static func isText(_ text: String, _ limit: Int) -> Bool { text.utf8.count <= limit && !text.utf8.contains(0) }

  private static func expectation(_ type: TypeName, _ limit: Int) -> String {
    switch type {
    case .text: "text of at most \(limit) bytes without NUL"
    case .int: "whole number"
    case .bool: "true or false"
    case .object: "object"
    case .uuid: "UUID"
    case .time: "RFC 3339 time in UTC, such as 2026-11-22T12:00:00.123Z"
    case .seconds: "number from 0 to 86400"
    case .callRef: "UUID, at least 4 of its hex digits, active, held, ringing or newest"
    case .handleArg: "handle as text, or an object with type and value"
    default: type.rawValue
    }
  }

  private static func expectation(_ shape: FieldShape) -> String {
    switch shape {
    case .one(let type): expectation(type, textLimit)
    case .list(let type): "array of \(type.rawValue)"
    case .map(let type): "object of \(type.rawValue)"
    }
  }

  /// Returns the JSON pointer of a member (RFC 6901).
  private static func pointer(_ place: String, _ name: String) -> String {
    place + "/"
      + name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
  }

  /// Returns the error of a wrong value; `value` nil means a missing or an unknown member.
  static func wrong(_ place: String, _ expected: String, _ value: JSONValue?) -> MethodError {
    let found = value.map { ", not \($0.kind)" } ?? ""
    let subject = place.isEmpty ? "the parameters" : "\"\(place)\""
    return MethodError(
      .invalid, "\(subject) should be \(expected)\(found)", ["at": .string(place), "expected": .string(expected)])
  }
}

extension HostSurface {
  /// Checks that a value has a type of the table, without unknown members; for results, whose writers are ours.
  ///
  /// - Throws: `invalid` with the place of the first wrong value.
  package static func check(_ value: JSONValue, is type: TypeName) throws(MethodError) {
    try ParameterChecker.check(value, type, at: "")
  }

  /// Checks that a value is a result of a method as the table declares it, without unknown members.
  ///
  /// - Parameters:
  ///   - value: the result.
  ///   - method: the method that returned it.
  /// - Throws: `invalid` with the place of the first wrong value.
  package static func check(_ value: JSONValue, isResultOf method: MethodName) throws(MethodError) {
    switch method.declaration.result {
    case .type(let type): try ParameterChecker.check(value, type, at: "")
    case .members(let fields): _ = try ParameterChecker.members(value, fields, at: "")
    }
  }
}
