internal import CallControl

/// The names of handle kinds on either side of the contract.
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

  /// The kind of the contract's name; one that the host does not know is a kind of that name.
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
