package import StrictJSON

extension HostSurface {
  /// The table as an OpenRPC 1.3 document, with all types as JSON Schema.
  package static var openRPC: JSONValue {
    .object(of: [
      "openrpc": .string("1.3.2"),
      "info": .object(of: [
        "title": .string("Hookswitch host"),
        "description": .string("Everything that a program can ask of a running host. One JSON-RPC 2.0 message a line."),
        "version": .string("\(protocolVersion).0.0"),
        "license": .object(of: ["name": .string("Apache-2.0")]),
      ]),
      "methods": .array(MethodName.allCases.map(openRPC)),
      "components": .object(of: [
        "schemas": .object(TypeName.allCases.map { JSONValue.Member(name: $0.rawValue, value: SchemaWriter.schema(of: $0)) }),
        "errors": .object(errorMembers),
      ]),
    ])
  }

  private static func openRPC(of method: MethodName) -> JSONValue {
    let row = method.declaration
    return .object(of: [
      "name": .string(method.rawValue),
      "summary": .string(row.summary),
      "tags": .array([.object(of: ["name": .string(method.chapter.rawValue)])]),
      "paramStructure": .string("by-name"),
      "params": .array(
        row.parameters.map { field in
          .object(of: ["name": .string(field.name), "required": .bool(field.isRequired), "schema": SchemaWriter.schema(of: field)])
        }),
      "result": .object(of: ["name": .string("result"), "schema": schema(of: row.result)]),
      "errors": .array(errors(of: method).map { .object(of: ["$ref": .string("#/components/errors/\($0)")]) }),
      "x-kind": .string(row.kind.rawValue),
      "x-right": .string(row.right.rawValue),
    ])
  }

  private static func schema(of result: ResultDeclaration) -> JSONValue {
    switch result {
    case .type(let type): SchemaWriter.reference(to: type)
    case .members(let fields): SchemaWriter.object(fields, isClosed: false)
    }
  }

  /// The names of the errors that a method can answer with, besides those of JSON-RPC itself.
  private static func errors(of method: MethodName) -> [String] {
    let usual: [ErrorWord] = [.invalid, .notPermitted, .internal]
    return switch method.declaration.kind {
    case .query: (usual + [.notFound, .unavailable]).map(\.rawValue)
    case .change: (usual + [.notFound, .exists, .keyReused, .wrongState, .unavailable, .rejected]).map(\.rawValue)
    case .request:
      (usual + [.ambiguous, .notFound, .keyReused, .deadline, .unavailable]).map(\.rawValue) + ["refused", "failed"]
    }
  }

  private static var errorMembers: [JSONValue.Member] {
    let words = ErrorWord.allCases.map { word in
      JSONValue.Member(
        name: word.rawValue,
        value: .object(of: ["code": .integer(word.number), "message": .string(word.occasion.filter { $0 != "`" })]))
    }
    return words + [
      JSONValue.Member(
        name: "refused",
        value: .object(of: [
          "code": .integer(MethodError.refused), "message": .string("a rule refused; nothing was changed"),
          "data": SchemaWriter.reference(to: .refusal),
        ])),
      JSONValue.Member(
        name: "failed",
        value: .object(of: [
          "code": .integer(MethodError.failed), "message": .string("accepted, then failed"), "data": SchemaWriter.reference(to: .request),
        ])),
    ]
  }
}
