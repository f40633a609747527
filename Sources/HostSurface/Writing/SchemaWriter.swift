internal import StrictJSON

/// Writes the types of the table as JSON Schema (draft 2020-12, the part that draft 7 shares).
enum SchemaWriter {
  /// The types that parameters reach and results do not: unknown members are errors in these.
  private static let onlyGiven: Set<TypeName> = reached(
    from: MethodName.allCases.flatMap(\.declaration.parameters).map(\.shape.type)
  ).subtracting(
    reached(
      from: MethodName.allCases.flatMap { method -> [TypeName] in
        switch method.declaration.result {
        case .type(let type): [type]
        case .members(let fields): fields.map(\.shape.type)
        }
      } + Topic.allCases.compactMap(\.stateType)))

  private static func reached(from types: [TypeName]) -> Set<TypeName> {
    var found: Set<TypeName> = []
    var next = types
    while let type = next.popLast() {
      guard found.insert(type).inserted else { continue }
      next += HostSurface.declaration(of: type).members?.map(\.shape.type) ?? []
    }
    return found
  }

  /// Returns the schema of a type.
  static func schema(of type: TypeName) -> JSONValue {
    switch HostSurface.declaration(of: type) {
    case .scalar(let rule): scalar(type, rule)
    case .words(let words) where type == .right:
      // A grant may name one method of a right.
      .object(of: ["type": .string("string"), "pattern": .string("^(\(words.joined(separator: "|")))(:[A-Za-z.]+)?$")])
    case .words(let words): .object(of: ["type": .string("string"), "enum": .strings(words)])
    case .record(let fields): object(fields, isClosed: onlyGiven.contains(type))
    }
  }

  /// Returns the schema of an object with these members.
  static func object(_ fields: [FieldDeclaration], isClosed: Bool) -> JSONValue {
    let required = fields.filter(\.isRequired).map(\.name)
    return .object(of: [
      "type": .string("object"),
      "properties": .object(fields.map { JSONValue.Member(name: $0.name, value: schema(of: $0)) }),
      "required": required.isEmpty ? nil : .strings(required),
      "additionalProperties": isClosed ? .bool(false) : nil,
    ])
  }

  /// Returns the schema of a field, with its default and limit.
  static func schema(of field: FieldDeclaration) -> JSONValue {
    var schema: JSONValue
    switch field.shape {
    case .one(.text) where field.textLimit != nil:
      schema = .object(of: ["type": .string("string"), "maxLength": .integer(field.textLimit ?? 0)])
    case .one(let type): schema = reference(to: type)
    case .list(let type): schema = .object(of: ["type": .string("array"), "items": reference(to: type)])
    case .map(let type):
      // Only the choices of an answer may be null: nothing stands in the way of them.
      let item: JSONValue =
        field.name == "answerChoices"
        ? .object(of: ["oneOf": .array([reference(to: .refusal), .object(of: ["type": .string("null")])])]) : reference(to: type)
      schema = .object(of: ["type": .string("object"), "additionalProperties": item])
    }
    guard let standard = field.standard, case .object(let members) = schema else { return schema }
    schema = .object(members + [JSONValue.Member(name: "default", value: standard.json)])
    return schema
  }

  static func reference(to type: TypeName) -> JSONValue { .object(of: ["$ref": .string("#/components/schemas/\(type.rawValue)")]) }

  private static func scalar(_ type: TypeName, _ rule: String) -> JSONValue {
    let members: KeyValuePairs<String, JSONValue?> =
      switch type {
      case .int: ["type": .string("integer")]
      case .bool: ["type": .string("boolean")]
      case .object: ["type": .string("object")]
      case .seconds: ["type": .string("number"), "minimum": .integer(0), "maximum": .integer(Int(ParameterChecker.longest))]
      case .uuid: ["type": .string("string"), "format": .string("uuid")]
      case .time: ["type": .string("string"), "format": .string("date-time")]
      case .handleArg:
        ["oneOf": .array([.object(of: ["type": .string("string"), "minLength": .integer(1)]), reference(to: .handle)])]
      case .callRef:
        [
          "type": .string("string"),
          "pattern": .string("^(active|held|ringing|newest|[0-9A-Fa-f-]{4,36})$"),
        ]
      default: ["type": .string("string"), "maxLength": .integer(ParameterChecker.textLimit)]
      }
    guard case .object(let written) = JSONValue.object(of: members) else { return .null }
    return .object([JSONValue.Member(name: "description", value: .string(rule.filter { $0 != "`" }))] + written)
  }
}
