public import CHookswitch
internal import FoundationEssentials
internal import Hookswitch
internal import StrictJSON

// The header's part "who may ring, and screeners".

/// The function `hk_set_blocked` of hookswitch.h, which describes it.
@c @implementation
public func hk_set_blocked(_ host: OpaquePointer?, _ handle: UnsafePointer<CChar>?, _ on: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host).host
    let handle = Handle(parsing: try name(handle, "handle"))
    if try flag(on, "on") { host.block(handle) } else { host.unblock(handle) }
  }
}

/// The function `hk_set_let_through` of hookswitch.h, which describes it.
@c @implementation
public func hk_set_let_through(_ host: OpaquePointer?, _ handle: UnsafePointer<CChar>?, _ on: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host).host
    let handle = Handle(parsing: try name(handle, "handle"))
    host.setLetThrough(handle, try flag(on, "on"))
  }
}

/// The function `hk_set_do_not_disturb` of hookswitch.h, which describes it.
@c @implementation
public func hk_set_do_not_disturb(_ host: OpaquePointer?, _ line: UnsafePointer<CChar>?, _ on: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host).host
    host.setDoNotDisturb(try flag(on, "on"), on: try HookswitchC.line(line))
  }
}

/// The function `hk_filters` of hookswitch.h, which describes it.
@c @implementation
public func hk_filters(_ host: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let json = try needed(json, "json")
    json.pointee = nil
    let host = try HookswitchC.host(host).host
    let lists: JSONValue = .object(of: [
      "blocked": .strings(host.blockList.map(\.description)), "letThrough": .strings(host.letThrough.map(\.description)),
    ])
    try give(lists.text, to: json)
  }
}

/// The function `hk_set_screener` of hookswitch.h, which describes it.
@c @implementation
public func hk_set_screener(_ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ on: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let name = try HookswitchC.name(name, "name")
    guard try flag(on, "on") else {
      host.host.setScreener(ScreenerID(rawValue: name), nil)
      return host.questions.giveUp(name)
    }
    let (questions, queue, clock) = (host.questions, host.queue, host.host.clock)
    host.host.setScreener(ScreenerID(rawValue: name)) { request in await questions.ask(name, request, queue, at: clock.now) }
  }
}

/// The function `hk_screen` of hookswitch.h, which describes it.
@c @implementation
public func hk_screen(_ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ call: hk_call, _ verdict: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let name = try HookswitchC.name(name, "name")
    let call = try HookswitchC.call(call)
    let judged: ScreenVerdict
    switch verdict {
    case HK_VERDICT_CONTINUE: judged = .continue
    case HK_VERDICT_SILENCE: judged = .silence
    case HK_VERDICT_BLOCK: judged = .block
    default: throw .invalid("the argument verdict is \(verdict), which is no HK_VERDICT_")
    }
    guard host.questions.answer(name, call, judged) else {
      throw .notFound("screener \"\(name)\" is not asked about call \(call.uuidString) now: the host went on without it")
    }
  }
}
