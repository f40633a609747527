public import CHookswitch
internal import FoundationEssentials
internal import Hookswitch
internal import HostSurface
internal import StrictJSON

// The header's part "what a program asks for".

/// The function `hk_dial` of hookswitch.h, which describes it.
@c @implementation
public func hk_dial(
  _ host: OpaquePointer?, _ provider: UnsafePointer<CChar>?, _ handle: UnsafePointer<CChar>?, _ ask: UnsafePointer<hk_ask>?,
  _ out: UnsafeMutablePointer<hk_call>?
) -> hk_request {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let written = try name(handle, "handle")
    let provider = host.provider(try optionalText(provider, "provider"), for: written)
    let terms = try RequestTerms(ask)
    let call = CallID.fresh()
    // Written first: another thread may take the call's events before this function returns.
    out?.pointee = call.c
    let details = StartDetails(handle: host.handle(written, through: provider))
    do throws(EmbeddingError) {
      return try host.ask(.transaction([.start(call, provider: provider, details)]), terms)
    } catch {
      out?.pointee = hk_call()
      throw error
    }
  }
}

/// The function `hk_transact` of hookswitch.h, which describes it.
@c @implementation
public func hk_transact(
  _ host: OpaquePointer?, _ actions: UnsafeMutablePointer<hk_action>?, _ n: UInt32, _ ask: UnsafePointer<hk_ask>?
) -> hk_request {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let terms = try RequestTerms(ask)
    guard n > 0 else { return try host.ask(.transaction([]), terms) }
    let actions = UnsafeMutableRawPointer(try needed(actions, "actions"))
    guard n <= 1_024 else { throw EmbeddingError(HK_E_LIMIT, "the argument n is \(n): a transaction has at most 1024 actions") }
    // Structs of one size: that of the first.
    let stride = Int(actions.loadUnaligned(as: UInt32.self))
    var requested: [RequestedAction] = []
    var fresh: [(place: Int, call: CallID)] = []
    for place in 0..<Int(n) {
      let pointer = UnsafePointer((actions + place * stride).assumingMemoryBound(to: hk_action.self))
      var action = try given(pointer, "actions[\(place)]")
      guard Int(action.size) == stride else {
        throw .invalid("the member size of actions[\(place)] is \(action.size), not \(stride) as that of the first")
      }
      if action.kind == HK_ACTION_START, action.call.id == nil {
        let call = CallID.fresh()
        action.call = call.c
        fresh.append((place, call))
      }
      requested.append(try RequestedAction(action, at: place, host))
    }
    for (place, call) in fresh { (actions + place * stride).assumingMemoryBound(to: hk_action.self).pointee.call = call.c }
    do throws(EmbeddingError) {
      return try host.ask(.transaction(requested), terms)
    } catch {
      for (place, _) in fresh { (actions + place * stride).assumingMemoryBound(to: hk_action.self).pointee.call = hk_call() }
      throw error
    }
  }
}

extension RequestedAction {
  /// Reads an action of a transaction.
  fileprivate init(_ action: hk_action, at place: Int, _ host: EmbeddedHost) throws(EmbeddingError) {
    let call = try HookswitchC.call(action.call, "actions[\(place)].call")
    func handle(through provider: ProviderID?) throws(EmbeddingError) -> Handle {
      let written = try name(action.handle, "actions[\(place)].handle")
      guard let kind = try optionalText(action.handle_kind, "actions[\(place)].handle_kind"), !kind.isEmpty else {
        return host.handle(written, through: provider)
      }
      return Handle(type: Handle.Kind(rawValue: kind), value: written)
    }
    switch action.kind {
    case HK_ACTION_START:
      let written = try name(action.handle, "actions[\(place)].handle")
      let provider = host.provider(try optionalText(action.provider, "actions[\(place)].provider"), for: written)
      let contact = try optionalText(action.contact, "actions[\(place)].contact")
      let details = StartDetails(
        handle: try handle(through: provider), isVideo: try flag(action.on, "actions[\(place)].on"),
        contactIdentifier: contact?.isEmpty == true ? nil : contact)
      self = .start(call, provider: provider, details)
    case HK_ACTION_ANSWER: self = .answer(call, try AnswerChoice(number: action.on))
    case HK_ACTION_END: self = .perform(.end(nil), on: call)
    case HK_ACTION_SET_HELD: self = .perform(.setHeld(try flag(action.on, "actions[\(place)].on")), on: call)
    case HK_ACTION_SET_MUTED: self = .perform(.setMuted(try flag(action.on, "actions[\(place)].on")), on: call)
    case HK_ACTION_SET_GROUP: self = .perform(.setGroup(with: action.other.id), on: call)
    case HK_ACTION_PLAY_DTMF: self = .perform(.playDTMF(try text(action.digits, "actions[\(place)].digits")), on: call)
    case HK_ACTION_TRANSFER:
      let target: TransferTarget = if let other = action.other.id { .call(other) } else { .handle(try handle(through: nil)) }
      self = .perform(.transfer(target), on: call)
    case HK_ACTION_DEFLECT: self = .perform(.deflect(to: try handle(through: nil)), on: call)
    default: throw .invalid("the member kind of actions[\(place)] is \(action.kind), which is no HK_ACTION_")
    }
  }
}

extension AnswerChoice {
  /// Reads HK_ANSWER_….
  fileprivate init(number: UInt32) throws(EmbeddingError) {
    guard let found = Numbers.choices.first(where: { $0.number == number }) else {
      throw .invalid("the answer \(number) is no HK_ANSWER_")
    }
    self = found.choice
  }
}

/// Requests an operation on a call.
private func ask(
  _ host: OpaquePointer?, _ call: hk_call, _ ask: UnsafePointer<hk_ask>?,
  _ operation: (EmbeddedHost) throws(EmbeddingError) -> CallOperation
) -> hk_request {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    return try host.ask(try operation(host), on: try HookswitchC.call(call), try RequestTerms(ask))
  }
}

/// Makes a request that is no transaction.
private func ask(
  _ host: OpaquePointer?, _ ask: UnsafePointer<hk_ask>?, _ body: () throws(EmbeddingError) -> RequestBody
) -> hk_request {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    return try host.ask(try body(), try RequestTerms(ask))
  }
}

/// The function `hk_answer` of hookswitch.h, which describes it.
@c @implementation
public func hk_answer(_ host: OpaquePointer?, _ call: hk_call, _ choice: UInt32, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, ask) { () throws(EmbeddingError) in
    .transaction([.answer(try HookswitchC.call(call), try AnswerChoice(number: choice))])
  }
}

/// The function `hk_end` of hookswitch.h, which describes it.
@c @implementation
public func hk_end(_ host: OpaquePointer?, _ call: hk_call, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, call, ask) { _ in .end(nil) }
}

/// The function `hk_end_group` of hookswitch.h, which describes it.
@c @implementation
public func hk_end_group(_ host: OpaquePointer?, _ call: hk_call, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, ask) { () throws(EmbeddingError) in .endGroup(try HookswitchC.call(call)) }
}

/// The function `hk_set_held` of hookswitch.h, which describes it.
@c @implementation
public func hk_set_held(_ host: OpaquePointer?, _ call: hk_call, _ on: UInt32, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, call, ask) { _ throws(EmbeddingError) in .setHeld(try flag(on, "on")) }
}

/// The function `hk_swap` of hookswitch.h, which describes it.
@c @implementation
public func hk_swap(_ host: OpaquePointer?, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, ask) { .swap }
}

/// The function `hk_merge` of hookswitch.h, which describes it.
@c @implementation
public func hk_merge(_ host: OpaquePointer?, _ calls: UnsafePointer<hk_call>?, _ n: UInt32, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, ask) { () throws(EmbeddingError) in
    guard n > 0 else { return .merge([]) }
    let calls = try needed(calls, "calls")
    guard n <= 1_024 else { throw EmbeddingError(HK_E_LIMIT, "the argument n is \(n): a merge names at most 1024 calls") }
    var named: [CallID] = []
    for place in 0..<Int(n) { named.append(try HookswitchC.call(calls[place], "calls[\(place)]")) }
    return .merge(named)
  }
}

/// The function `hk_split` of hookswitch.h, which describes it.
@c @implementation
public func hk_split(_ host: OpaquePointer?, _ call: hk_call, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, call, ask) { _ in .setGroup(with: nil) }
}

/// The function `hk_set_muted` of hookswitch.h, which describes it.
@c @implementation
public func hk_set_muted(_ host: OpaquePointer?, _ call: hk_call, _ on: UInt32, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, call, ask) { _ throws(EmbeddingError) in .setMuted(try flag(on, "on")) }
}

/// The function `hk_play_dtmf` of hookswitch.h, which describes it.
@c @implementation
public func hk_play_dtmf(
  _ host: OpaquePointer?, _ call: hk_call, _ digits: UnsafePointer<CChar>?, _ ask: UnsafePointer<hk_ask>?
) -> hk_request {
  HookswitchC.ask(host, call, ask) { _ throws(EmbeddingError) in .playDTMF(try text(digits, "digits")) }
}

/// The function `hk_continue_dtmf` of hookswitch.h, which describes it.
@c @implementation
public func hk_continue_dtmf(_ host: OpaquePointer?, _ call: hk_call, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, ask) { () throws(EmbeddingError) in .continueDTMF(try HookswitchC.call(call)) }
}

/// The function `hk_transfer` of hookswitch.h, which describes it.
@c @implementation
public func hk_transfer(
  _ host: OpaquePointer?, _ call: hk_call, _ handle: UnsafePointer<CChar>?, _ ask: UnsafePointer<hk_ask>?
) -> hk_request {
  HookswitchC.ask(host, call, ask) { host throws(EmbeddingError) in
    .transfer(.handle(host.handle(try name(handle, "handle"), through: call.id.flatMap { host.host.call($0)?.provider })))
  }
}

/// The function `hk_transfer_to_call` of hookswitch.h, which describes it.
@c @implementation
public func hk_transfer_to_call(_ host: OpaquePointer?, _ call: hk_call, _ other: hk_call, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, call, ask) { _ throws(EmbeddingError) in .transfer(.call(try HookswitchC.call(other, "other"))) }
}

/// The function `hk_accept_transfer` of hookswitch.h, which describes it.
@c @implementation
public func hk_accept_transfer(_ host: OpaquePointer?, _ call: hk_call, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, ask) { () throws(EmbeddingError) in .acceptTransfer(try HookswitchC.call(call)) }
}

/// The function `hk_refuse_transfer` of hookswitch.h, which describes it.
@c @implementation
public func hk_refuse_transfer(_ host: OpaquePointer?, _ call: hk_call, _ ask: UnsafePointer<hk_ask>?) -> hk_request {
  HookswitchC.ask(host, ask) { () throws(EmbeddingError) in .refuseTransfer(try HookswitchC.call(call)) }
}

/// The function `hk_invoke` of hookswitch.h, which describes it.
@c @implementation
public func hk_invoke(
  _ host: OpaquePointer?, _ method: UnsafePointer<CChar>?, _ parameters: UnsafePointer<CChar>?, _ ask: UnsafePointer<hk_ask>?
) -> hk_request {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let method = try name(method, "method")
    guard MethodName(rawValue: method) != nil else { throw .notFound("there is no method \"\(method)\"; docs/surface.md names them") }
    var members: JSONValue?
    if let text = try optionalText(parameters, "parameters"), !text.isEmpty {
      do throws(JSONSyntaxError) {
        members = try JSONReader.read(Array(text.utf8), limits: JSONLimits(depth: 64))
      } catch {
        throw .invalid("the argument parameters is not JSON: \(error.description)")
      }
      guard case .object? = members else { throw .invalid("the argument parameters is no JSON object") }
    }
    let terms = try RequestTerms(ask)
    try host.refuseWhenClosing()
    let number = host.nextNumber()
    let (queue, clock) = (host.queue, host.host.clock)
    host.invoke(method, members) { result in
      var event = QueuedEvent(HK_EVENT_DONE, at: clock.now)
      (event.request, event.data) = (number, terms.data)
      switch result {
      case .success(let text): event.set(text: text)
      case .failure(let error):
        event.fail(EmbeddingError(error))
        event.set(text: error.data.text)
      }
      queue.put(event)
    }
    return number
  }
}
