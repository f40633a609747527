public import CHookswitch
internal import Hookswitch
internal import HostConfiguration
internal import StrictJSON

// The header's part "providers of the program's own": reports about calls and the provider itself.

/// The function `hk_report_incoming` of hookswitch.h, which describes it.
@c @implementation
public func hk_report_incoming(
  _ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ incoming: UnsafePointer<hk_incoming>?,
  _ update: UnsafePointer<hk_update>?, _ out: UnsafeMutablePointer<hk_call>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let provider = try host.reporter(provider)
    let given = try optional(incoming, "incoming")
    if let flags = given?.flags, flags != 0 { throw .invalid("the member flags is \(flags), should be 0") }
    let update = try CallUpdate(try optional(update, "update"))
    try host.refuseWhenClosing()
    let call = given?.call.id ?? CallID.fresh()
    // Written first: another thread may take the call's events before this function returns.
    out?.pointee = call.c
    let line = try optionalText(given?.line, "line").flatMap { $0.isEmpty ? nil : LineID(rawValue: $0) }
    // The delegate receives the verdict as SHOWN or REFUSED.
    provider.reportNewIncomingCall(IncomingCall(call: call, update: update, replaces: given?.replaces.id, line: line)) { _ in }
  }
}

/// The function `hk_report` of hookswitch.h, which describes it.
@c @implementation
public func hk_report(
  _ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ call: hk_call, _ what: UInt32, _ text: UnsafePointer<CChar>?, _ time: Int64
) -> hk_status {
  status { () throws(EmbeddingError) in
    let provider = try HookswitchC.host(host).reporter(provider)
    let call = try HookswitchC.call(call)
    let report = try CallReport(what, text)
    provider.report([.report(call, report, at: try instant(time))])
  }
}

/// The function `hk_report_update` of hookswitch.h, which describes it.
@c @implementation
public func hk_report_update(
  _ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ call: hk_call, _ update: UnsafePointer<hk_update>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let provider = try HookswitchC.host(host).reporter(provider)
    let call = try HookswitchC.call(call)
    provider.reportCall(with: call, updated: try CallUpdate(try given(update, "update")))
  }
}

/// The function `hk_report_ended` of hookswitch.h, which describes it.
@c @implementation
public func hk_report_ended(
  _ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ call: hk_call, _ reason: UInt32, _ why: UnsafePointer<hk_failure>?,
  _ time: Int64
) -> hk_status {
  status { () throws(EmbeddingError) in
    let provider = try HookswitchC.host(host).reporter(provider)
    let call = try HookswitchC.call(call)
    guard let reason = EndReason.allCases.first(where: { Numbers.number(of: $0) == reason }), reason != .localEnded else {
      throw .invalid("the argument reason is \(reason), should be HK_END_FAILED to HK_END_DECLINED_ELSEWHERE")
    }
    provider.report([.report(call, .ended(reason, try TransportError.read(why)), at: try instant(time))])
  }
}

/// The function `hk_report_ready` of hookswitch.h, which describes it.
@c @implementation
public func hk_report_ready(
  _ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ ready: UInt32, _ why: UnsafePointer<hk_failure>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let provider = try HookswitchC.host(host).reporter(provider)
    let why = try TransportError.read(why)
    if try flag(ready, "ready") { provider.reportReady() } else { provider.reportNotReady(why) }
  }
}

/// The function `hk_report_reset` of hookswitch.h, which describes it.
@c @implementation
public func hk_report_reset(_ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ why: UnsafePointer<hk_failure>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let provider = try host.reporter(provider)
    let why = try TransportError.read(why)
    host.providers.forgetActions(of: provider.id)
    provider.reportReset(why)
  }
}

/// The function `hk_report_lost` of hookswitch.h, which describes it.
@c @implementation
public func hk_report_lost(_ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ why: UnsafePointer<hk_failure>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let provider = try host.reporter(provider)
    let why = try TransportError.read(why)
    host.providers.forgetActions(of: provider.id)
    provider.reportLost(why)
  }
}

/// The function `hk_configure_audio` of hookswitch.h, which describes it.
@c @implementation
public func hk_configure_audio(
  _ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ call: hk_call, _ json: UnsafePointer<CChar>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let provider = try HookswitchC.host(host).reporter(provider)
    let call = try HookswitchC.call(call)
    provider.configureAudio(try AudioSession.Configuration(json: try text(json, "json")), for: call)
  }
}

/// Returns a time argument; nil for "now".
private func instant(_ time: Int64) throws(EmbeddingError) -> Instant? {
  guard time >= 0 else { throw .invalid("the argument time is \(time), should be 0 or a time of the host's clock") }
  return time == 0 ? nil : Instant(nanoseconds: time)
}

extension CallReport {
  /// Reads HK_REPORT_… with its text.
  fileprivate init(_ what: UInt32, _ text: UnsafePointer<CChar>?) throws(EmbeddingError) {
    switch what {
    case HK_REPORT_CONNECTING: self = .startedConnecting
    case HK_REPORT_EARLY_MEDIA: self = .earlyMedia
    case HK_REPORT_CONNECTED: self = .connected
    case HK_REPORT_HELD: self = .held
    case HK_REPORT_RESUMED: self = .resumed
    case HK_REPORT_REMOTELY_HELD: self = .remotelyHeld
    case HK_REPORT_REMOTELY_RESUMED: self = .remotelyResumed
    case HK_REPORT_DTMF: self = .dtmf(try name(text, "text"))
    case HK_REPORT_TRANSFER_PROGRESS:
      let message = try optionalText(text, "text") ?? ""
      self = .transferProgress(message.isEmpty ? nil : TransportError(message: message))
    case HK_REPORT_TRANSFER_REQUEST: self = .transferRequested(Handle(parsing: try name(text, "text")), as: .fresh())
    default: throw .invalid("the argument what is \(what), which is no HK_REPORT_")
    }
  }
}

extension CallUpdate {
  /// Reads an update; nil says nothing.
  fileprivate init(_ update: hk_update?) throws(EmbeddingError) {
    self.init()
    guard let update else { return }
    _ = try Numbers.capabilities(update.mask, "mask")
    _ = try Numbers.capabilities(update.capabilities, "capabilities")
    for (number, capability) in Numbers.capabilities where update.mask & number != 0 {
      self[capability] = update.capabilities & number != 0
    }
    localizedCallerName = try optionalText(update.name, "name")
    let kind = try optionalText(update.handle_kind, "handle_kind") ?? ""
    guard let value = try optionalText(update.handle, "handle") else { return }
    remoteHandle = kind.isEmpty ? Handle(parsing: value) : Handle(type: Handle.Kind(rawValue: kind), value: value)
  }
}

extension AudioSession.Configuration {
  /// Reads a configuration: one JSON object with the members of `AudioSession.Configuration`.
  fileprivate init(json: String) throws(EmbeddingError) {
    self.init()
    let value: JSONValue
    do throws(JSONSyntaxError) {
      value = try JSONReader.read(Array(json.utf8), limits: JSONLimits(depth: 4))
    } catch {
      throw .invalid("the argument json is not JSON: \(error.description)")
    }
    do throws(RunConfigError) {
      let members = try ConfigNode(file: "json", path: "$", value: value).members([
        "category", "mode", "preferredSampleRate", "preferredRoute", "routingHints",
      ])
      if let node = members["category"] { category = try node.word(AudioSession.Category.self) }
      if let node = members["mode"] { mode = try node.word(AudioSession.Mode.self) }
      if let node = members["preferredSampleRate"] { preferredSampleRate = try node.integer(8_000...192_000) }
      if let node = members["preferredRoute"] { preferredRoute = AudioSession.Route(rawValue: try node.text) }
      if let node = members["routingHints"] { routingHints = try node.texts.map { AudioSession.Route(rawValue: $0) } }
    } catch {
      throw .invalid(error.description)
    }
  }
}
