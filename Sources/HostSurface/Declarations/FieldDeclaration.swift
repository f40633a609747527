package import StrictJSON

/// A parameter of a method, or a member of a result or type.
package struct FieldDeclaration: Hashable, Sendable {
  /// The field's name.
  package let name: String
  /// The field's shape.
  package let shape: FieldShape
  /// True when the field must be given.
  package let isRequired: Bool
  /// The value of a parameter that is left out; nil for none.
  package let standard: FieldDefault?
  /// The largest number of bytes of a text, when it differs from that of all texts.
  package let textLimit: Int?

  private init(_ name: String, _ shape: FieldShape, isRequired: Bool, standard: FieldDefault? = nil, textLimit: Int? = nil) {
    self.name = name
    self.shape = shape
    self.isRequired = isRequired
    self.standard = standard
    self.textLimit = textLimit
  }

  /// A field that must be given.
  package static func need(_ name: String, _ type: TypeName, limit: Int? = nil) -> FieldDeclaration {
    FieldDeclaration(name, .one(type), isRequired: true, textLimit: limit)
  }

  /// An array that must be given.
  package static func need(_ name: String, list type: TypeName) -> FieldDeclaration {
    FieldDeclaration(name, .list(type), isRequired: true)
  }

  /// An object with free names that must be given.
  package static func need(_ name: String, map type: TypeName) -> FieldDeclaration {
    FieldDeclaration(name, .map(type), isRequired: true)
  }

  /// A field that may be left out; `standard` is the value then.
  package static func may(_ name: String, _ type: TypeName, _ standard: FieldDefault? = nil, limit: Int? = nil) -> FieldDeclaration {
    FieldDeclaration(name, .one(type), isRequired: false, standard: standard, textLimit: limit)
  }

  /// An array that may be left out.
  package static func may(_ name: String, list type: TypeName) -> FieldDeclaration {
    FieldDeclaration(name, .list(type), isRequired: false)
  }

  /// An object with free names that may be left out.
  package static func may(_ name: String, map type: TypeName) -> FieldDeclaration {
    FieldDeclaration(name, .map(type), isRequired: false)
  }

  /// The field as the tables write it: `line?: Text = main`.
  package var notation: String {
    name + (isRequired ? ": " : "?: ") + shape.notation + (standard.map { " = \($0.notation)" } ?? "")
  }
}

/// The shape of a field's value.
package enum FieldShape: Hashable, Sendable {
  /// One value.
  case one(TypeName)
  /// An array.
  case list(TypeName)
  /// An object with free names, whose values have the type.
  case map(TypeName)

  /// The type of the value, or of its items.
  package var type: TypeName {
    switch self {
    case .one(let type), .list(let type), .map(let type): type
    }
  }

  /// The shape as the tables write it: `[Text]`.
  package var notation: String {
    switch self {
    case .one(let type): type.rawValue
    case .list(let type): "[\(type.rawValue)]"
    case .map(let type): "{\(type.rawValue)}"
    }
  }
}

/// The value of a parameter that is left out.
package enum FieldDefault: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  case text(String)
  case number(Int)
  case bool(Bool)

  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .number(value) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// The value as JSON.
  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .integer(number)
    case .bool(let value): .bool(value)
    }
  }

  /// The value as the tables write it, without quotes.
  package var notation: String {
    switch self {
    case .text(let text): text
    case .number(let number): "\(number)"
    case .bool(let value): "\(value)"
    }
  }
}
