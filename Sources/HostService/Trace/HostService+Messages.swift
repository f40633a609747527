internal import CallControl
internal import HookswitchCore
internal import HostSurface
internal import Locking
internal import StrictJSON

// The messages of transports in the flight recorder.
extension HostService {
  func traceMessages(_ call: MethodCall) throws(MethodError) -> JSONValue {
    _ = try deck(.traceMessages)
    let (name, isOn, span) = (call.parameters.text("provider"), call.parameters.bool("on"), call.parameters.duration("seconds"))
    let provider = ProviderID(rawValue: name)
    guard let known = host.provider(provider) else {
      throw MethodError(.notFound, "there is no provider \"\(name)\"", ["what": "provider", "name": .string(name)])
    }
    // Messages belong to no line, so that rights on some lines are not enough.
    if call.rights.scope(of: .traceMessages) != .all { try call.rights.check(.traceMessages, on: known.configuration.line.rawValue) }
    guard span > .zero, span <= MessageTable.limit else {
      throw Self.invalid("/seconds", "more than 0 and at most \(MessageTable.limit.components.seconds)")
    }
    guard host.hasTransport(provider) else {
      throw MethodError(
        .wrongState, "the provider \"\(name)\" is a program and has no transport whose messages the host could keep",
        ["what": "provider", "name": .string(name)])
    }
    let now = host.clock.now
    let wake = state.withLock { state in
      if isOn {
        state.messages.begin(provider, call.actor, session: call.rights.session, at: now, for: span)
      } else {
        state.messages.end(provider)
      }
      return state.messages.nextDeadline
    }
    apply([provider])
    if let wake { host.clock.wake(self, noLaterThan: wake) }
    let outcome = isOn ? "keeps its messages for \(span.components.seconds) s" : "keeps no more of its messages"
    settings.surroundings.takeLine?(.info, "provider.\(name)", "\(call.actor) \(outcome)")
    return .object(of: ["messages": messagesJSON])
  }

  /// Switches off what a session switched on; call it once the session is over.
  func endMessages(of session: Int) { apply(state.withLock { $0.messages.endAll(of: session) }) }

  /// Tells transports whether their messages are wanted.
  ///
  /// Two threads may tell different things at once: each looks again after it has told, so that the last word is the table's.
  func apply(_ providers: [ProviderID]) {
    for provider in providers {
      var wanted = state.withLock { $0.messages.has(provider) }
      while true {
        host.setTraced(provider, wanted)
        let now = state.withLock { $0.messages.has(provider) }
        if now == wanted { break }
        wanted = now
      }
      if host.core.provider(provider) != nil { tellProvider(provider) }
    }
  }

  /// The trace of a provider's messages as a `MessageTrace`; nil while they are not kept.
  func messageTrace(of provider: ProviderID) -> JSONValue? { state.withLock { $0.messages[provider] }.map(traceJSON) }

  /// The traces of messages that are on, as values of `MessageTrace`.
  var messagesJSON: JSONValue { .array(state.withLock { $0.messages.entries }.map(traceJSON)) }

  private func traceJSON(_ entry: MessageTable.Entry) -> JSONValue {
    .object(of: [
      "provider": .string(entry.provider.rawValue), "actor": .string(entry.actor), "since": .string(time(of: entry.since).description),
      "until": .string(time(of: entry.until).description),
    ])
  }
}
