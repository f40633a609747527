/// A row of the table: a method's kind, right, parameters and result.
///
/// A class, because each request reads its row several times: a struct would copy all of its arrays each time.
package final class MethodDeclaration: Sendable {
  /// The method's kind.
  package let kind: MethodKind
  /// The right that a peer needs.
  package let right: Right
  /// The purpose, as one sentence.
  package let summary: String
  /// The method's own parameters, without those of its kind.
  package let ownParameters: [FieldDeclaration]
  /// The result.
  package let result: ResultDeclaration
  /// All parameters: the method's own, then those of its kind.
  package let parameters: [FieldDeclaration]
  /// The names of the method's own parameters that refer to calls.
  package let callParameters: [String]
  /// True when the method itself takes the name of a line.
  package let takesLine: Bool

  private init(_ kind: MethodKind, _ right: Right, _ summary: String, _ parameters: [FieldDeclaration], _ result: ResultDeclaration) {
    self.kind = kind
    self.right = right
    self.summary = summary
    ownParameters = parameters
    self.result = result
    // Each access to a parameter asks for these.
    self.parameters = parameters + kind.parameters
    callParameters = parameters.filter { $0.shape.type == .callRef }.map(\.name)
    takesLine = parameters.contains { $0.name == "line" }
  }

  /// A method that asks and changes nothing.
  static func query(
    _ right: Right, _ summary: String, _ parameters: [FieldDeclaration], _ result: ResultDeclaration
  ) -> MethodDeclaration {
    MethodDeclaration(.query, right, summary, parameters, result)
  }

  /// A method that changes something at once.
  static func change(
    _ right: Right, _ summary: String, _ parameters: [FieldDeclaration], _ result: ResultDeclaration
  ) -> MethodDeclaration {
    MethodDeclaration(.change, right, summary, parameters, result)
  }

  /// A request that a line judges and performs.
  static func request(_ summary: String, _ parameters: [FieldDeclaration] = []) -> MethodDeclaration {
    MethodDeclaration(.request, .control, summary, parameters, .type(.request))
  }
}

/// The kind of a method.
package enum MethodKind: String, CaseIterable, Sendable {
  /// The method asks and changes nothing.
  case query = "Q"
  /// The method changes something at once.
  case change = "M"
  /// A line judges the request and performs it.
  case request = "R"

  /// The parameters that all methods of the kind take.
  package var parameters: [FieldDeclaration] {
    switch self {
    case .query: []
    case .change: [.may("key", .text)]
    case .request:
      [.may("key", .text), .may("origin", .origin, "client"), .may("wait", .wait, "accepted"), .may("timeout", .seconds, 30)]
    }
  }
}

/// The result of a method; it is always an object.
package enum ResultDeclaration: Hashable, Sendable {
  /// An object of a type.
  case type(TypeName)
  /// An object with these members; without any, the empty object.
  case members([FieldDeclaration])

  /// The empty object.
  static let nothing = ResultDeclaration.members([])

  /// The result as the tables write it.
  package var notation: String {
    switch self {
    case .type(let type): type.rawValue
    case .members(let fields): fields.isEmpty ? "–" : fields.map(\.notation).joined(separator: ", ")
    }
  }
}
