extension Requirement {
  /// The requirement in a word or two: `must`, `should`, `if it offers org.hookswitch.hold`, `the host's own`.
  public var text: String {
    switch self {
    case .must: "must"
    case .should: "should"
    case .offered(let id): "if it offers \(id)"
    case .host: "the host's own"
    }
  }
}
