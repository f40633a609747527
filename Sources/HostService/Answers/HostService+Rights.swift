internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import StrictJSON

// Rights that extend to some lines only.
extension HostService {
  /// Checks that the peer may call the method on the lines that its parameters name.
  ///
  /// - Throws: `notPermitted` with the first line that its rights lack.
  func checkLines(_ parameters: Parameters, _ rights: PeerRights) throws(MethodError) {
    let method = parameters.method
    guard let allowed = rights.scope(of: method)?.listed else { return }
    switch method {
    case .eventsSubscribe:
      // A subscription without lines would have those of all lines.
      guard let lines = parameters["lines"]?.strings else {
        throw Self.invalid("/lines", "some of \(allowed.joined(separator: ", "))")
      }
      for line in lines where !rights.admitsSubscription(to: line) { try rights.check(method, on: line) }
      return
    case .eventsUnsubscribe, .traceUnsubscribe, .requestPreview: return
    case .historyList:
      guard let line = parameters["filter"]?["line"]?.string else {
        throw Self.invalid("/filter/line", "one of \(allowed.joined(separator: ", "))")
      }
      return try rights.check(method, on: line)
    default: break
    }
    let references = references(in: parameters)
    for reference in references {
      // A call that is unknown has no line: the method itself answers for it.
      if let line = host.call(try resolve(reference))?.line { try rights.check(method, on: line.rawValue) }
    }
    if method.declaration.takesLine {
      guard let line = parameters.optionalText("line") else {
        throw Self.invalid("/line", "one of \(allowed.joined(separator: ", "))")
      }
      // The line of a request that names calls is that of its calls.
      if references.isEmpty { try rights.check(method, on: line) }
    }
  }

  /// Returns the references to calls in all parameters.
  func references(in parameters: Parameters) -> [CallReference] {
    var references: [CallReference] = []
    eachReference(in: parameters) { reference in
      references.append(reference)
      return true
    }
    return references
  }

  /// Passes the references to calls in all parameters on, until `body` returns false.
  func eachReference(in parameters: Parameters, _ body: (CallReference) -> Bool) {
    func pass(_ text: String?) -> Bool {
      guard let text, let reference = CallReference(parsing: text) else { return true }
      return body(reference)
    }
    for name in parameters.method.declaration.callParameters {
      switch parameters[name] {
      case .string(let text)?: guard pass(text) else { return }
      case let value?: for text in value.strings ?? [] { guard pass(text) else { return } }
      case nil: break
      }
    }
    guard parameters.method == .callPerform else { return }
    for action in parameters["actions"]?.array ?? [] where action["kind"]?.string != ActionKind.start.rawValue {
      for name in ["call", "with", "to"] { guard pass(action[name]?.string) else { return } }
    }
  }
}
