internal import CallControl

extension FuzzTarget {
  /// Normalizes a handle, as typed by a person or received from a network, as each handle type.
  static let handle = FuzzTarget(name: "handle") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    let registry = HandleRegistry()
    for kind in [Handle.Kind.phoneNumber, .emailAddress, .generic, .sipURI] {
      let type = registry.type(of: kind)
      guard let normal = try? type.normalize(text) else { continue }
      precondition((try? type.normalize(normal)) == normal, "\(kind): a second normalization changes it")
      precondition(type.matches(text, normal) && type.matches(normal, text), "\(kind): does not match its normal form")
    }
    if let address = try? NameAddress(parsing: text) {
      precondition(!address.description.utf8.contains(10) || text.utf8.contains(10), "a line break that the text does not have")
    }
  }
}
