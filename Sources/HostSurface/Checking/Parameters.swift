package import CallControl
package import FoundationEssentials
package import StrictJSON

/// The checked parameters of a method, with the defaults filled in.
///
/// The accessors trap when they name a parameter that the table does not declare so, which is a mistake in the program and not in the
/// request: the checker has refused everything else.
package struct Parameters: Sendable {
  /// The method.
  package let method: MethodName
  private let values: [String: JSONValue]

  init(method: MethodName, values: [String: JSONValue]) {
    self.method = method
    self.values = values
  }

  /// The value of a parameter; nil when it was left out and has no default.
  package subscript(name: String) -> JSONValue? {
    // The checker has let no other values in.
    if let value = values[name] { return value }
    precondition(isDeclared(name), "\(method.rawValue) declares no parameter \(name)")
    return nil
  }

  private func isDeclared(_ name: String) -> Bool {
    method.declaration.parameters.contains { $0.name == name } || HostSurface.textParameters(of: method).contains { $0.name == name }
  }

  /// All values in the order of the table.
  package var json: JSONValue {
    .object(
      (method.declaration.parameters + HostSurface.textParameters(of: method)).compactMap { field in
        values[field.name].map { JSONValue.Member(name: field.name, value: $0) }
      })
  }

  /// The value of a parameter that the table requires, or that has a default.
  private func required(_ name: String) -> JSONValue {
    guard let value = self[name] else { preconditionFailure("\(method.rawValue) was checked without \(name)") }
    return value
  }

  /// A required text or word.
  package func text(_ name: String) -> String { required(name).string ?? "" }

  /// A text or word that may be missing.
  package func optionalText(_ name: String) -> String? { self[name]?.string }

  /// A required whole number.
  package func int(_ name: String) -> Int { required(name).integer ?? 0 }

  /// A required Boolean.
  package func bool(_ name: String) -> Bool { required(name) == .bool(true) }

  /// A required number of seconds, as a duration.
  package func duration(_ name: String) -> Duration { .milliseconds(Int64((seconds(name) * 1_000).rounded())) }

  /// A required number of seconds.
  package func seconds(_ name: String) -> Double {
    guard case .number(let number) = required(name) else { return 0 }
    return number.double
  }

  /// A UUID that may be missing.
  package func uuid(_ name: String) -> UUID? { self[name]?.string.flatMap { UUID(uuidString: $0) } }

  /// A reference to a call that may be missing.
  package func reference(_ name: String) -> CallReference? { self[name]?.string.flatMap { CallReference(parsing: $0) } }

  /// A handle that may be missing.
  package func handle(_ name: String) -> Handle? { self[name].flatMap { Handle(json: $0) } }

  /// A word of an enumeration that may be missing.
  package func word<Word: RawRepresentable<String>>(_ name: String, _ type: Word.Type = Word.self) -> Word? {
    self[name]?.string.flatMap { Word(rawValue: $0) }
  }
}

extension Handle {
  /// Reads a checked `HandleArg`; nil when the value is none.
  package init?(json value: JSONValue) {
    if let text = value.string {
      self.init(parsing: text)
    } else if let type = value["type"]?.string, let text = value["value"]?.string {
      self.init(type: Kind(rawValue: type), value: text)
    } else {
      return nil
    }
  }
}
