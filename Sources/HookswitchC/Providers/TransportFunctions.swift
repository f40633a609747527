public import CHookswitch
internal import Hookswitch
internal import StrictJSON
internal import TransportLoader

// The header's part "providers from transports".

/// The function `hk_add_transport` of hookswitch.h, which describes it.
@c @implementation
public func hk_add_transport(
  _ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ transport: UnsafePointer<CChar>?, _ options: UnsafePointer<hk_transport_options>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let name = try HookswitchC.name(name, "name")
    let transport = try HookswitchC.name(transport, "transport")
    let options = try optional(options, "options")
    if let flags = options?.flags, flags != 0 { throw .invalid("the member flags is \(flags), should be 0") }
    let configuration = try optionalText(options?.config, "config") ?? ""
    try host.refuseWhenClosing()
    try host.addTransport(
      name, transport, configuration: configuration, line: try optionalText(options?.line, "line").map { LineID(rawValue: $0) })
  }
}

/// The function `hk_configure_transport` of hookswitch.h, which describes it.
@c @implementation
public func hk_configure_transport(
  _ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ config: UnsafePointer<CChar>?, _ ask: UnsafePointer<hk_ask>?
) -> hk_request {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let provider = try host.transportProvider(name)
    let config = try text(config, "config")
    return try host.askTransport(try RequestTerms(ask)) { host throws(TransportFault) in
      try await host.configure(provider, configuration: config)
      return ""
    }
  }
}

/// The function `hk_diagnostics` of hookswitch.h, which describes it.
@c @implementation
public func hk_diagnostics(
  _ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ call_or_none: hk_call, _ level: UInt32, _ ask: UnsafePointer<hk_ask>?
) -> hk_request {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let provider = try host.transportProvider(name)
    let call = call_or_none.id
    return try host.askTransport(try RequestTerms(ask)) { host throws(TransportFault) in
      try await host.diagnostics(of: provider, call: call, level: level)
    }
  }
}

/// The function `hk_transports` of hookswitch.h, which describes it.
@c @implementation
public func hk_transports(_ host: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let json = try needed(json, "json")
    json.pointee = nil
    let host = try HookswitchC.host(host)
    guard let text = try? JSONValue(encoding: host.catalog()).sorted.text else {
      throw EmbeddingError(HK_E_IO, "the list of transports cannot be written")
    }
    try give(text, to: json)
  }
}

/// The function `hk_providers` of hookswitch.h, which describes it.
@c @implementation
public func hk_providers(_ host: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let json = try needed(json, "json")
    json.pointee = nil
    try give(try HookswitchC.host(host).invokeAtOnce("provider.list"), to: json)
  }
}

/// The function `hk_remove_provider` of hookswitch.h, which describes it.
@c @implementation
public func hk_remove_provider(_ host: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let provider = try host.knownProvider(name)
    host.providers.remove(provider.id)
    provider.invalidate()
  }
}

/// The function `hk_reset_provider` of hookswitch.h, which describes it.
@c @implementation
public func hk_reset_provider(_ host: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    host.host.reset(try host.knownProvider(name).id)
  }
}

/// The function `hk_pardon_provider` of hookswitch.h, which describes it.
@c @implementation
public func hk_pardon_provider(_ host: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    host.host.pardon(try host.knownProvider(name).id)
  }
}

extension EmbeddedHost {
  /// Returns the provider of a name argument.
  func knownProvider(_ name: UnsafePointer<CChar>?) throws(EmbeddingError) -> Provider {
    let name = try HookswitchC.name(name, "name")
    guard let provider = host.provider(ProviderID(rawValue: name)) else {
      throw .notFound("there is no provider \"\(name)\"; hk_providers names them")
    }
    return provider
  }

  fileprivate func transportProvider(_ name: UnsafePointer<CChar>?) throws(EmbeddingError) -> ProviderID {
    let provider = try knownProvider(name).id
    guard host.core.provider(provider)?.delegate is TransportProviderDelegate else {
      throw EmbeddingError(HK_E_UNSUPPORTED, "provider \"\(provider)\" is the program's own and has no transport")
    }
    return provider
  }

  /// Asks a transport, whose answer is the event DONE.
  fileprivate func askTransport(
    _ terms: RequestTerms, _ body: @escaping @Sendable (CallHost) async throws(TransportFault) -> String
  ) throws(EmbeddingError) -> hk_request {
    try refuseWhenClosing()
    let (number, host, queue) = (nextNumber(), host, queue)
    Task {
      var event = QueuedEvent(HK_EVENT_DONE, at: .zero)
      (event.request, event.data) = (number, terms.data)
      do throws(TransportFault) {
        event.set(text: try await body(host))
      } catch {
        event.fail(EmbeddingError(error))
      }
      event.time = host.clock.now
      queue.put(event)
    }
    return number
  }
}

extension EmbeddingError {
  /// The error of a transport's function.
  fileprivate init(_ fault: TransportFault) {
    let status = fault.isUnimplemented ? HK_E_UNSUPPORTED : fault.isUnknownCall ? HK_E_UNKNOWN_CALL : HK_E_REFUSED
    self.init(status, fault.message.isEmpty ? "the transport answered with the code \(fault.code)" : fault.message)
  }
}
