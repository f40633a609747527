public import CHookswitch
internal import FoundationEssentials
internal import Hookswitch
internal import HookswitchCore
internal import Locking
internal import MediaStreams

// The header's part "call audio for other processes".

/// The function `hk_stream_open` of hookswitch.h, which describes it.
@c @implementation
public func hk_stream_open(
  _ host: OpaquePointer?, _ call: hk_call, _ url: UnsafePointer<CChar>?, _ options: UnsafePointer<hk_stream_options>?
) -> hk_request {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let call = try HookswitchC.call(call)
    let url = try name(url, "url")
    let given = try optional(options, "options")
    let settings = try StreamOptions(given)
    try host.refuseWhenClosing()
    let number = host.nextNumber()
    let listener = host.streamListener(call, data: given?.data ?? 0)
    _ = try attempt { () throws(AttachmentError) in
      try host.streams.open(for: call, to: url, settings, number: number, listener: listener)
    }
    return number
  }
}

/// The function `hk_stream_close` of hookswitch.h, which describes it.
@c @implementation
public func hk_stream_close(_ host: OpaquePointer?, _ stream: hk_request) -> hk_status {
  status { () throws(EmbeddingError) in
    guard let found = try HookswitchC.host(host).streams.streams.first(where: { $0.number == stream }) else {
      throw .notFound("there is no stream \(stream)")
    }
    found.close()
  }
}

/// The function `hk_stream_listen` of hookswitch.h, which describes it.
@c @implementation
public func hk_stream_listen(
  _ host: OpaquePointer?, _ address: UnsafePointer<CChar>?, _ options: UnsafePointer<hk_stream_options>?,
  _ url: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let url = try needed(url, "url")
    url.pointee = nil
    let host = try HookswitchC.host(host)
    let address = try name(address, "address")
    let settings = try StreamOptions(try optional(options, "options"))
    try host.refuseWhenClosing()
    let opened = try attempt { () throws(AttachmentError) in try host.streams.listen(at: address, settings) }
    try give(opened, to: url)
  }
}

/// The function `hk_stream_offer` of hookswitch.h, which describes it.
@c @implementation
public func hk_stream_offer(
  _ host: OpaquePointer?, _ call: hk_call, _ options: UnsafePointer<hk_stream_options>?,
  _ url: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> hk_request {
  number { () throws(EmbeddingError) in
    let url = try needed(url, "url")
    url.pointee = nil
    let host = try HookswitchC.host(host)
    let call = try HookswitchC.call(call)
    let given = try optional(options, "options")
    let settings = try StreamOptions(given)
    try host.refuseWhenClosing()
    let number = host.nextNumber()
    let listener = host.streamListener(call, data: given?.data ?? 0)
    let stream = try attempt { () throws(AttachmentError) in
      try host.streams.offer(call, settings, number: number, listener: listener)
    }
    do throws(EmbeddingError) { try give(stream.url, to: url) } catch {
      stream.close()
      throw error
    }
    return number
  }
}

extension StreamOptions {
  /// Reads the options; nil is all defaults.
  fileprivate init(_ given: hk_stream_options?) throws(EmbeddingError) {
    self.init()
    guard let given else { return }
    let known = HK_STREAM_CONTROL | HK_STREAM_ENDS_CALL | HK_STREAM_NO_RECONNECT | HK_STREAM_KEEPS_CALL
    guard given.flags & ~known == 0 else { throw .invalid("the member flags has a bit that is no HK_STREAM_…") }
    let ends = (given.flags & HK_STREAM_ENDS_CALL != 0, given.flags & HK_STREAM_KEEPS_CALL != 0)
    guard ends != (true, true) else { throw .invalid("the member flags has HK_STREAM_ENDS_CALL and HK_STREAM_KEEPS_CALL; set one of them") }
    isControlling = given.flags & HK_STREAM_CONTROL != 0
    reconnects = given.flags & HK_STREAM_NO_RECONNECT == 0
    ending = ends.0 ? .always : ends.1 ? .never : .onTerminate
    if given.audio != nil { audio = try AttachmentOptions(try optional(given.audio, "options.audio")) }
    token = try optionalText(given.token, "options.token")
    authorities = try optionalText(given.ca_file, "options.ca_file")
    certificate = try optionalText(given.certificate, "options.certificate")
    if let text = try optionalText(given.parameters, "options.parameters") { parameters = text }
    if given.connect_ms > 0 { connectLimit = .milliseconds(Int64(given.connect_ms)) }
    if given.reconnect_ms > 0 { reconnectLimit = .milliseconds(Int64(given.reconnect_ms)) }
  }
}

extension EmbeddedHost {
  /// Returns the listener of a new stream, which queues its events.
  fileprivate func streamListener(_ call: CallID, data: UInt64) -> @Sendable (Int64, StreamEvent) -> Void {
    let (queue, host) = (queue, host)
    // The first connection is the request's result, and so is the end of a stream that never had one.
    let isDone = Locked(false)
    return { [weak host] number, news in
      var result: QueuedEvent?
      var event = QueuedEvent(HK_EVENT_AUDIO, at: host?.clock.now ?? .zero)
      (event.request, event.data, event.position) = (number, data, news.position)
      event.show(host?.call(call).map { .call($0, front: nil) } ?? .named(call))
      switch news.kind {
      case .connected:
        event.value = HK_AUDIO_CONNECTED
        result = .outcome(HK_EVENT_DONE, number, data, nil, at: event.time)
      case .lost(let reason):
        event.value = HK_AUDIO_LOST
        event.fail(EmbeddingError(HK_E_IO, reason))
      case .audio(let kind): event.take(kind)
      case .stopped(let end, let reason):
        event.value = HK_AUDIO_STOPPED
        event.set(text: end.rawValue)
        if let reason { event.fail(EmbeddingError(HK_E_IO, reason)) }
        var failure = QueuedEvent(HK_EVENT_DONE, at: event.time)
        (failure.request, failure.data) = (number, data)
        let sentence = reason ?? "the stream ended before the program was connected: \(end.rawValue)"
        failure.fail(EmbeddingError(end == .closed ? HK_E_STATE : HK_E_IO, sentence))
        result = failure
      }
      if let result,
        isDone.withLock({ done in
          defer { done = true }
          return !done
        })
      {
        queue.put(result)
      }
      queue.put(event)
    }
  }
}
