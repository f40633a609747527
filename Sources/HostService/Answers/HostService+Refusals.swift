internal import CallControl
internal import FoundationEssentials
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

// Previews of requests, and the refusals of late.
extension HostService {
  /// Answers `request.preview`: a preview needs the same rights as the request itself.
  func preview(_ call: MethodCall) throws(MethodError) -> JSONValue {
    guard let method = MethodName(rawValue: call.parameters.text("method")), method.declaration.kind == .request else {
      throw Self.invalid("/method", "a method of kind R, such as call.answer")
    }
    try call.rights.check(method)
    let parameters = try HostSurface.parameters(of: method, from: call.parameters["parameters"])
    try checkLines(parameters, call.rights)
    try checkStanding(method, parameters)
    let body = try body(of: parameters)
    let isUser = parameters.optionalText("origin") == RequestOrigin.user.rawValue && call.rights.mayBeUser
    let line = LineID(rawValue: lineParameter(of: parameters) ?? LineID.main.rawValue)
    return host.core.preview(body, origin: isUser ? .user : .client, line: line).json
  }

  /// Remembers a request that a rule refused.
  func noteRefusal(
    of request: Int, _ subject: (method: MethodName, actor: String, call: CallID?), _ line: LineID, _ error: CallError
  ) {
    var entry = RefusalLog.Entry(.request, subject.method.rawValue, error, at: time)
    (entry.actor, entry.request, entry.line, entry.call) = (subject.actor, request, line, subject.call)
    entry.provider = error.provider
    let refusal = entry
    state.withLock { $0.refusals.add(refusal) }
  }

  /// Remembers an incoming call that a rule refused.
  func noteRefusal(
    of call: CallID, _ error: CallError, line: LineID?, _ provider: ProviderID, _ screener: ScreenerID?, at time: SurfaceTime
  ) {
    var entry = RefusalLog.Entry(.incoming, RefusedKind.incoming.rawValue, error, at: time)
    (entry.line, entry.call, entry.provider, entry.screener) = (line, call, provider, screener)
    let refusal = entry
    state.withLock { $0.refusals.add(refusal) }
  }

  func refusalList(_ call: MethodCall) -> JSONValue {
    let parameters = call.parameters
    let line = parameters.optionalText("line").map { LineID(rawValue: $0) }
    let limit = min(max(parameters.int("limit"), 1), RefusalLog.limit)
    let before = parameters["before"]?.integer
    let (page, dropped) = state.withLock { state in
      (state.refusals.page(before: before, limit: limit) { known in line.map { $0 == known } ?? true }, state.refusals.dropped)
    }
    return .object(of: [
      "refusals": .array(page.entries.map(\.json)), "next": page.next.map { .integer($0) }, "dropped": .integer(dropped),
    ])
  }
}

extension RequestPreview {
  /// The preview as a `Preview` of the host surface.
  fileprivate var json: JSONValue {
    let (word, error): (PreviewOutcome, CallError?) =
      switch outcome {
      case .refused(let error): (.refused, error)
      case .failed(let error): (.failed, error)
      case .performed: (.performed, nil)
      case .waiting: (.waiting, nil)
      }
    return .object(of: [
      "outcome": .string(word.rawValue), "refusal": error?.json, "rules": error.map { .strings($0.code.rules) },
      "steps": .array(steps.map(\.json)),
    ])
  }
}

extension RequestPreview.Step {
  /// The step as a `PreviewStep` of the host surface.
  fileprivate var json: JSONValue {
    .object(of: [
      "kind": .string(operation.kind.rawValue), "call": .string(call.uuidString), "provider": .string(provider.rawValue),
      "details": operation.details { $0.uuidString }.map { .string($0) }, "cause": cause.map { .string($0.word) },
    ])
  }
}
