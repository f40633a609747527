internal import CallControl

/// Translates the names of handle kinds between the contract and the core.
enum HandleKinds {
  /// The contract's name of a kind.
  static func name(of kind: Handle.Kind) -> String {
    switch kind {
    case .phoneNumber: "tel"
    case .sipURI: "sip"
    case .emailAddress: "mailto"
    default: kind.rawValue
    }
  }

  /// The kind for the contract's name; an unknown name gives a kind of that name.
  static func kind(of name: String) -> Handle.Kind {
    switch name {
    case "tel": .phoneNumber
    case "sip": .sipURI
    case "mailto": .emailAddress
    case "": .generic
    default: Handle.Kind(rawValue: name)
    }
  }
}
