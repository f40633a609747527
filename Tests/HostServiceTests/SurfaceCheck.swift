import Foundation
import HostSurface
import StrictJSON
import Testing

/// Checks of answers against the table of HostSurface, for the tests of all methods.
enum SurfaceCheck {
  /// Expects a value to be a result of a method: the members of its row, and the written forms of the types.
  ///
  /// - Parameters:
  ///   - value: the result.
  ///   - method: the method that returned it.
  ///   - location: the line of the test.
  /// - Returns: the same value.
  @discardableResult
  static func result(_ value: JSONValue, of method: MethodName, at location: SourceLocation = #_sourceLocation) -> JSONValue {
    let faults = faults(value, of: method)
    #expect(faults.isEmpty, "\(method.rawValue): \(faults.joined(separator: "; ")) in \(value.text)", sourceLocation: location)
    return value
  }

  /// Expects a value to have a type of the table, in its written form.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - type: the type.
  ///   - location: the line of the test.
  static func value(_ value: JSONValue, is type: TypeName, at location: SourceLocation = #_sourceLocation) {
    let faults = faults { () throws(MethodError) in try HostSurface.check(value, is: type) } + forms(value, type, "")
    #expect(faults.isEmpty, "\(type.rawValue): \(faults.joined(separator: "; ")) in \(value.text)", sourceLocation: location)
  }

  /// Expects an error of a method to have its word, its number, and the members that the table names for the word.
  ///
  /// - Parameters:
  ///   - word: the expected word.
  ///   - details: expected members of `data`.
  ///   - location: the line of the test.
  ///   - body: the call of the method.
  static func fails(
    _ word: ErrorWord, _ details: KeyValuePairs<String, String> = [:], at location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
  ) {
    let error = #expect(throws: MethodError.self, sourceLocation: location) { try body() }
    guard let error else { return }
    #expect(error.code == word.rawValue && error.number == word.number, "\(error)", sourceLocation: location)
    #expect(!error.message.isEmpty, sourceLocation: location)
    for member in members(of: word) {
      #expect(error.data[member] != nil, "\(error): \(error.data.text) lacks \(member)", sourceLocation: location)
    }
    for (name, expected) in details {
      #expect(error.data[name]?.string == expected, "\(name) in \(error.data.text)", sourceLocation: location)
    }
  }

  /// The members of `data` that the table of errors names for a word.
  private static func members(of word: ErrorWord) -> [String] {
    switch word {
    case .invalid: ["at", "expected"]
    case .notPermitted: ["right", "how"]
    case .notFound: ["what", "name"]
    case .ambiguous: ["what", "name", "calls"]
    case .tooLarge: ["limit"]
    case .unavailable: ["why"]
    case .rejected: ["reason"]
    default: []
    }
  }

  /// Returns the places where a value differs from a method's row.
  static func faults(_ value: JSONValue, of method: MethodName) -> [String] {
    let declared = faults { () throws(MethodError) in try HostSurface.check(value, isResultOf: method) }
    switch method.declaration.result {
    case .type(let type): return declared + forms(value, type, "")
    case .members(let fields): return declared + forms(value, fields, "")
    }
  }

  private static func faults(_ check: () throws(MethodError) -> Void) -> [String] {
    do throws(MethodError) {
      try check()
      return []
    } catch {
      return [error.message]
    }
  }

  // MARK: Written forms, which are narrower than those that the host reads

  private static func forms(_ value: JSONValue, _ fields: [FieldDeclaration], _ place: String) -> [String] {
    fields.flatMap { field -> [String] in
      guard let member = value[field.name] else { return [] }
      let place = place + "/" + field.name
      switch (field.shape, member) {
      case (.one(let type), _): return forms(member, type, place)
      case (.list(let type), .array(let items)): return items.flatMap { forms($0, type, place) }
      case (.map(let type), .object(let members)): return members.flatMap { forms($0.value, type, place + "/" + $0.name) }
      case (.list, _), (.map, _): return []
      }
    }
  }

  private static func forms(_ value: JSONValue, _ type: TypeName, _ place: String) -> [String] {
    switch type {
    case .uuid:
      return value.string.map { $0 == $0.uppercased() && UUID(uuidString: $0) != nil } == true ? [] : ["\(place) is no upper-case UUID"]
    case .time:
      guard let text = value.string, SurfaceTime(parsing: text)?.description == text else { return ["\(place) has no milliseconds"] }
      return []
    // A result has the handle itself, so that no client parses one.
    case .handleArg: return value["type"] != nil ? forms(value, .handle, place) : ["\(place) is no Handle"]
    default: return HostSurface.declaration(of: type).members.map { forms(value, $0, place) } ?? []
    }
  }
}

@Suite("SurfaceCheck: results against the table")
struct SurfaceCheckTests {
  static let call = "ABCD0001-0000-0000-0000-000000000001"

  static func entry(_ change: KeyValuePairs<String, JSONValue?> = [:]) -> JSONValue {
    var members: [String: JSONValue?] = [
      "id": .integer(1), "change": .integer(1), "call": .string(call), "line": .string("main"), "provider": .string("a"),
      "direction": .string("incoming"), "outcome": .string("missed"), "displayName": .string("Unknown"),
      "began": .string("2026-11-22T12:00:00.000Z"), "emergency": .bool(false), "video": .bool(false), "recordings": .array([]),
      "read": .bool(false),
    ]
    for (name, value) in change { members.updateValue(value, forKey: name) }
    return .object(members.compactMap { name, value in value.map { JSONValue.Member(name: name, value: $0) } })
  }

  @Test("The check finds a missing, an unknown and a wrong member, and a wrong form")
  func faults() {
    #expect(SurfaceCheck.faults(Self.entry(), of: .historyGet).isEmpty)
    let wrong: [KeyValuePairs<String, JSONValue?>] = [
      ["id": nil], ["other": .integer(1)], ["outcome": .string("lost")], ["name": .null], ["call": .string(Self.call.lowercased())],
      ["began": .string("2026-11-22T12:00:00Z")], ["end": .object([])], ["duration": .string("3")],
    ]
    for change in wrong { #expect(SurfaceCheck.faults(Self.entry(change), of: .historyGet).count == 1, "\(change)") }
    let list = JSONValue.object(of: ["calls": .array([Self.entry(["call": .string(Self.call.lowercased())])])])
    #expect(SurfaceCheck.faults(list, of: .historyList).count == 1)
    #expect(SurfaceCheck.faults(.object([]), of: .contactRemove).isEmpty && !SurfaceCheck.faults(.null, of: .contactRemove).isEmpty)
  }
}
