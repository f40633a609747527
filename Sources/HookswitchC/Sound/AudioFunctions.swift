public import CHookswitch
internal import FoundationEssentials
internal import Hookswitch

// The header's part "call audio for programs".

/// The function `hk_audio_open` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_open(
  _ host: OpaquePointer?, _ call: hk_call, _ options: UnsafePointer<hk_audio_options>?, _ out: UnsafeMutablePointer<OpaquePointer?>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let out = try needed(out, "out")
    out.pointee = nil
    let host = try HookswitchC.host(host)
    let call = try HookswitchC.call(call)
    let given = try optional(options, "options")
    let settings = try AttachmentOptions(given)
    try host.refuseWhenClosing()
    out.pointee = audioHandles.add(try host.attach(to: call, settings, data: given?.data ?? 0))
  }
}

/// The function `hk_audio_number` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_number(_ audio: OpaquePointer?) -> hk_request {
  number { () throws(EmbeddingError) in try attachment(audio).number }
}

/// The function `hk_audio_fd` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_fd(_ audio: OpaquePointer?) -> CInt {
  number { () throws(EmbeddingError) in
    let audio = try attachment(audio)
    return try attempt { () throws(AttachmentError) in try audio.readDescriptor }
  }
}

/// The function `hk_audio_read` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_read(_ audio: OpaquePointer?, _ samples: UnsafeMutablePointer<Int16>?, _ n: UInt32) -> Int32 {
  number { () throws(EmbeddingError) in
    let audio = try attachment(audio)
    guard n > 0 else { return 0 }
    let room = UnsafeMutableBufferPointer(start: try needed(samples, "samples"), count: Int(min(n, UInt32(Int32.max))))
    return try attempt { () throws(AttachmentError) in Int32(try audio.read(into: room)) }
  }
}

/// The function `hk_audio_write` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_write(_ audio: OpaquePointer?, _ samples: UnsafePointer<Int16>?, _ n: UInt32) -> Int32 {
  number { () throws(EmbeddingError) in
    let audio = try attachment(audio)
    guard n > 0 else { return 0 }
    let given = UnsafeBufferPointer(start: try needed(samples, "samples"), count: Int(min(n, UInt32(Int32.max))))
    return try attempt { () throws(AttachmentError) in Int32(try audio.write(given)) }
  }
}

/// The function `hk_audio_play` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_play(_ audio: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let audio = try attachment(audio)
    let path = try name(path, "path")
    try attempt { () throws(AttachmentError) in try audio.play(path) }
  }
}

/// The function `hk_audio_mark` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_mark(_ audio: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let audio = try attachment(audio)
    let name = try text(name, "name")
    try attempt { () throws(AttachmentError) in try audio.mark(name) }
  }
}

/// The function `hk_audio_flush` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_flush(_ audio: OpaquePointer?) -> Int64 {
  number { () throws(EmbeddingError) in try attachment(audio).flush() }
}

/// The function `hk_audio_pause` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_pause(_ audio: OpaquePointer?, _ on: UInt32) -> Int64 {
  number { () throws(EmbeddingError) in
    let audio = try attachment(audio)
    return try flag(on, "on") ? audio.pause() : audio.resume()
  }
}

/// The function `hk_audio_status_now` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_status_now(_ audio: OpaquePointer?, _ out: UnsafeMutablePointer<hk_audio_status>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let audio = try attachment(audio)
    let out = UnsafeMutableRawPointer(try needed(out, "out"))
    let size = Int(out.loadUnaligned(as: UInt32.self))
    guard size >= 8 else { throw .invalid("the member size of the argument out is \(size); set it to sizeof, as HK_INIT does") }
    let now = audio.status
    var record = hk_audio_status()
    record.size = UInt32(size)
    switch now.state {
    case .waiting: record.state = 0
    case .started: record.state = HK_AUDIO_STARTED
    case .held: record.state = HK_AUDIO_HELD
    case .stopped: record.state = HK_AUDIO_STOPPED
    }
    record.paused = now.isPaused ? 1 : 0
    record.rate = UInt32(now.rate)
    (record.position, record.queued, record.heard, record.lost) = (now.position, now.queued, now.heard, now.lost)
    (record.underruns, record.corrected) = (now.underruns, now.corrected)
    // Only as much as the struct's maker has room for.
    withUnsafeBytes(of: record) { bytes in
      out.copyMemory(from: bytes.baseAddress ?? UnsafeRawPointer(out), byteCount: min(size, bytes.count))
    }
  }
}

/// The function `hk_audio_free` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_free(_ audio: OpaquePointer?) {
  audioHandles.remove(audio)?.close()
}

/// Returns the attachment of a handle.
private func attachment(_ handle: OpaquePointer?) throws(EmbeddingError) -> AudioAttachment {
  guard let audio = audioHandles.find(handle) else { throw .invalid("the argument audio is NULL or no attachment that is there") }
  return audio
}

/// Runs a function of an attachment.
func attempt<Result>(_ body: () throws(AttachmentError) -> Result) throws(EmbeddingError) -> Result {
  do throws(AttachmentError) {
    return try body()
  } catch {
    throw EmbeddingError(error)
  }
}

extension EmbeddingError {
  /// The error of an attachment.
  fileprivate init(_ error: AttachmentError) {
    let status =
      switch error.code {
      case .unknownCall: HK_E_UNKNOWN_CALL
      case .unsupported: HK_E_UNSUPPORTED
      case .invalid: HK_E_INVALID
      case .noPort, .listening, .stopped: HK_E_STATE
      case .limit: HK_E_LIMIT
      case .file: HK_E_IO
      }
    self.init(status, error.errorDescription ?? error.description)
  }
}

extension AttachmentOptions {
  /// Reads the options; nil is all defaults.
  init(_ given: hk_audio_options?) throws(EmbeddingError) {
    self.init()
    guard let given else { return }
    switch given.mode {
    case HK_AUDIO_TALK: mode = .talk
    case HK_AUDIO_LISTEN: mode = .listen
    case HK_AUDIO_NETWORK: mode = .network
    default: throw .invalid("the member mode is \(given.mode), which is no HK_AUDIO_TALK, HK_AUDIO_LISTEN or HK_AUDIO_NETWORK")
    }
    if given.rate > 0 { rate = Int(given.rate) }
    if given.queue_ms > 0 { queue = .milliseconds(Int64(given.queue_ms)) }
    if given.read_ms > 0 { heard = .milliseconds(Int64(given.read_ms)) }
    if given.live_ms > 0 { liveLimit = .milliseconds(Int64(given.live_ms)) }
    isLive = try flag(given.live, "live")
    isAlone = try flag(given.alone, "alone")
  }
}

extension EmbeddedHost {
  /// Attaches the program to a call.
  fileprivate func attach(to call: CallID, _ options: AttachmentOptions, data: UInt64) throws(EmbeddingError) -> AudioAttachment {
    let (queue, host) = (queue, host)
    do throws(AttachmentError) {
      return try host.attachAudio(to: call, options) { [weak host] number, news in
        var event = QueuedEvent(HK_EVENT_AUDIO, at: host?.clock.now ?? .zero)
        (event.request, event.data, event.position) = (number, data, news.position)
        event.take(news.kind)
        event.show(host?.call(call).map { .call($0, front: nil) } ?? .named(call))
        queue.put(event)
      }
    } catch {
      throw EmbeddingError(error)
    }
  }
}

extension QueuedEvent {
  /// Takes the kind of an attachment's event.
  mutating func take(_ kind: AttachmentEvent.Kind) {
    switch kind {
    case .started: value = HK_AUDIO_STARTED
    case .mark(let name, let isFlushed):
      value = HK_AUDIO_MARK
      set(text: name)
      if isFlushed { fail(.wrongState("the mark was flushed before it was heard")) }
    case .drained: value = HK_AUDIO_DRAINED
    case .full: value = HK_AUDIO_FULL
    case .room: value = HK_AUDIO_ROOM
    case .held: value = HK_AUDIO_HELD
    case .resumed: value = HK_AUDIO_RESUMED
    case .stopped(let end):
      value = HK_AUDIO_STOPPED
      set(text: end.rawValue)
    }
  }
}
