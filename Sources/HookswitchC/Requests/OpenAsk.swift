internal import CHookswitch
internal import Hookswitch
internal import HostConfiguration
internal import Locking
internal import TransportLoader

/// The terms of a request: `hk_ask`, checked.
struct RequestTerms {
  var origin = Origin.user
  var data: UInt64 = 0
  var line = LineID.main

  /// Reads the terms; NULL is a person's request about the line `main`.
  init(_ ask: UnsafePointer<hk_ask>?) throws(EmbeddingError) {
    guard let ask = try optional(ask, "ask") else { return }
    switch ask.origin {
    case HK_ORIGIN_USER: origin = .user
    case HK_ORIGIN_CLIENT: origin = .client
    case HK_ORIGIN_PROVIDER, HK_ORIGIN_HOST:
      throw EmbeddingError(CallError(.unentitled))
    default: throw .invalid("the member origin is \(ask.origin), should be HK_ORIGIN_USER or HK_ORIGIN_CLIENT")
    }
    data = ask.data
    line = try HookswitchC.line(ask.line)
  }
}

extension EmbeddedHost {
  /// Makes a request, and returns its number once it is accepted.
  func ask(_ body: RequestBody, _ terms: RequestTerms) throws(EmbeddingError) -> hk_request {
    try refuseWhenClosing()
    let (number, queue, clock, data) = (nextNumber(), queue, host.clock, terms.data)
    let request = host.core.request(body, origin: terms.origin, line: terms.line, actions: body.freshNames) { news in
      switch news {
      case .accepted, .refused, .alreadyEnded: break
      case .performed(let place, let error):
        guard queue.listensTo.contains(.results) else { return }
        var event = QueuedEvent.outcome(HK_EVENT_RESULT, number, data, error, at: clock.now)
        event.value = UInt32(place)
        queue.put(event)
      case .done: queue.put(.outcome(HK_EVENT_DONE, number, data, nil, at: clock.now))
      case .failed(let error): queue.put(.outcome(HK_EVENT_DONE, number, data, error, at: clock.now))
      }
    }
    if let error = request.waitForJudgement() { throw EmbeddingError(error) }
    return number
  }

  /// Requests one operation on a call.
  func ask(_ operation: CallOperation, on call: CallID, _ terms: RequestTerms) throws(EmbeddingError) -> hk_request {
    try ask(.transaction([.perform(operation, on: call)]), terms)
  }

  /// Reads a handle as people write it; without a scheme it is of the first kind of its provider.
  func handle(_ text: String, through provider: ProviderID?) -> Handle {
    DialedHandle.handle(text, kinds: provider.map { kinds(of: $0) } ?? [])
  }

  /// The provider's kinds of handle as their schemes, the first one first.
  private func kinds(of provider: ProviderID) -> [String] {
    if let kinds = providers.kinds(of: provider) { return kinds }
    return (host.core.provider(provider)?.delegate as? TransportProviderDelegate)?.transport.descriptor.handleKinds ?? []
  }

  /// The provider of a new call: the named one, or the first that takes the handle.
  func provider(_ name: String?, for text: String) -> ProviderID {
    if let name { return ProviderID(rawValue: name) }
    return host.core.provider(taking: Handle(parsing: text))
  }
}

extension QueuedEvent {
  /// The event of a result.
  static func outcome(_ type: UInt32, _ request: Int64, _ data: UInt64, _ error: CallError?, at time: Instant) -> QueuedEvent {
    var event = QueuedEvent(type, at: time)
    (event.request, event.data) = (request, data)
    if let error { event.fail(EmbeddingError(error)) }
    return event
  }
}
