/// The kinds of handle that a host knows how to compare; any other kind is compared as text.
public struct HandleRegistry: Sendable {
  private var types: [Handle.Kind: any HandleType] = [:]

  /// Knows the four kinds of the house: phone numbers, e-mail addresses, generic text and SIP URIs.
  public init() {
    for type in [PhoneNumber(), EmailAddress(), GenericHandle(), SIPURI()] as [any HandleType] { register(type) }
  }

  /// Adds a kind, or replaces the one of the same identifier.
  public mutating func register(_ type: some HandleType) {
    types[Handle.Kind(rawValue: Swift.type(of: type).identifier)] = type
  }

  /// The type that compares handles of `kind`; generic text where none is registered.
  public func type(of kind: Handle.Kind) -> any HandleType {
    types[kind] ?? GenericHandle()
  }

  /// Whether two handles name the same party; handles of two kinds never do.
  public func matches(_ a: Handle, _ b: Handle) -> Bool {
    a.type == b.type && type(of: a.type).matches(a.value, b.value)
  }

  /// The handle in its normal form; one that has none is as it is.
  func normalized(_ handle: Handle) -> Handle {
    (try? type(of: handle.type).normalize(handle.value)).map { Handle(type: handle.type, value: $0) } ?? handle
  }
}
