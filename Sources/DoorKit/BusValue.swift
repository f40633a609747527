package import HostSurface
package import StrictJSON

/// A value with its type on the bus.
package struct BusValue: Equatable, Sendable {
  /// The type, as D-Bus writes it.
  package let signature: String
  /// The value; object paths are strings.
  package let json: JSONValue
  /// The value's shape in the table, which decides the types within dictionaries; nil for a value that the table does not describe.
  let shape: FieldShape?

  /// Creates a value; one that is absent or does not fit the type becomes "", 0, false or an empty array.
  ///
  /// - Parameters:
  ///   - json: the value.
  ///   - signature: the type.
  ///   - shape: the value's shape in the table.
  package init(_ json: JSONValue?, as signature: String, shape: FieldShape? = nil) {
    self.signature = signature
    self.shape = shape
    self.json = json.flatMap { Self.fits($0, signature) ? $0 : nil } ?? Self.absent(signature)
  }

  private static func absent(_ signature: String) -> JSONValue {
    switch signature {
    case "s": ""
    case "o": "/"
    case "b": false
    case "x", "t", "u", "i", "d": 0
    case _ where signature.hasPrefix("a{"): .object([])
    default: .array([])
    }
  }

  private static func fits(_ json: JSONValue, _ signature: String) -> Bool {
    switch signature {
    case "s", "o": json.string != nil
    case "b": if case .bool = json { true } else { false }
    case "x": json.integer != nil
    case "t": json.integer.map { $0 >= 0 } ?? false
    case "i": json.integer.map { Int32(exactly: $0) != nil } ?? false
    case "u": json.integer.map { UInt32(exactly: $0) != nil } ?? false
    case "d": if case .number = json { true } else { false }
    case "as", "ao": json.strings != nil
    case _ where signature.hasPrefix("a{"): if case .object = json { true } else { false }
    default: json.array != nil
    }
  }
}

/// The types that values of the table have on the bus within dictionaries.
package enum BusSignature {
  /// Returns the type of a value: Int x, Seconds d, Bool b, texts s, objects a{sv}, arrays of objects aa{sv}.
  ///
  /// - Parameters:
  ///   - value: the value; null becomes an empty dictionary.
  ///   - shape: the value's shape in the table, if it has one.
  package static func of(_ value: JSONValue, _ shape: FieldShape? = nil) -> String {
    switch value {
    case .bool: return "b"
    case .string: return "s"
    case .null, .object: return "a{sv}"
    case .number(let number):
      if shape?.type == .seconds { return "d" }
      return Int64(exactly: number) == nil ? "d" : "x"
    case .array(let items): return array(items, shape?.type)
    }
  }

  private static func array(_ items: [JSONValue], _ type: TypeName?) -> String {
    guard let first = items.first else { return type.map(ofEmptyArray) ?? "as" }
    let inner = of(first, type.map { .one($0) })
    guard ["s", "x", "d", "b", "a{sv}"].contains(inner), items.allSatisfy({ of($0, type.map { .one($0) }) == inner }) else { return "av" }
    return "a" + inner
  }

  private static func ofEmptyArray(_ type: TypeName) -> String {
    switch type {
    case .int: "ax"
    case .seconds: "ad"
    case .bool: "ab"
    default: if case .record = HostSurface.declaration(of: type) { "aa{sv}" } else { "as" }
    }
  }

  /// Returns the shape of a member of a dictionary.
  ///
  /// - Parameters:
  ///   - name: the member's name.
  ///   - shape: the dictionary's own shape.
  package static func member(_ name: String, of shape: FieldShape?) -> FieldShape? {
    switch shape {
    case .one(let type), .list(let type): HostSurface.declaration(of: type).members?.first { $0.name == name }?.shape
    case .map(let type): .one(type)
    case nil: nil
    }
  }
}
