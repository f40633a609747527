/// The kinds of handle that a host knows how to compare; any other kind is compared as text.
public struct HandleRegistry: Sendable {
  private var types: [Handle.Kind: any HandleType.Type] = [:]

  /// Knows the four kinds of the house: phone numbers, e-mail addresses, generic text and SIP URIs.
  public init() {
    for type in [PhoneNumber.self, EmailAddress.self, GenericHandle.self, SIPURI.self] as [any HandleType.Type] {
      register(type)
    }
  }

  /// Adds a kind, or replaces the one of the same identifier.
  public mutating func register(_ type: any HandleType.Type) {
    types[Handle.Kind(rawValue: type.identifier)] = type
  }

  /// The type that compares handles of `kind`; generic text where none is registered.
  public func type(of kind: Handle.Kind) -> any HandleType.Type {
    types[kind] ?? GenericHandle.self
  }

  /// Whether two handles name the same party; handles of two kinds never do.
  public func matches(_ a: Handle, _ b: Handle) -> Bool {
    a.type == b.type && type(of: a.type).matches(a.value, b.value)
  }
}
