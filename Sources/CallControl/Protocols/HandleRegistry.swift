/// The kinds of handle that a host can compare; other kinds are compared as text.
public struct HandleRegistry: Sendable {
  private var types: [Handle.Kind: any HandleType] = [:]

  /// Creates a registry of the four standard kinds: phone numbers, e-mail addresses, generic text and SIP URIs.
  public init() {
    for type in [PhoneNumber(), EmailAddress(), GenericHandle(), SIPURI()] as [any HandleType] { register(type) }
  }

  /// Adds a kind, or replaces one with the same identifier.
  public mutating func register(_ type: some HandleType) {
    types[Handle.Kind(rawValue: Swift.type(of: type).identifier)] = type
  }

  /// Returns the type that compares handles of `kind`; generic text when none is registered.
  public func type(of kind: Handle.Kind) -> any HandleType {
    types[kind] ?? GenericHandle()
  }

  /// Returns true when two handles of one kind name the same party.
  public func matches(_ a: Handle, _ b: Handle) -> Bool {
    a.type == b.type && type(of: a.type).matches(a.value, b.value)
  }

  /// Returns the handle's normal form, or the handle itself when it has none.
  package func normalized(_ handle: Handle) -> Handle {
    (try? type(of: handle.type).normalize(handle.value)).map { Handle(type: handle.type, value: $0) } ?? handle
  }
}
