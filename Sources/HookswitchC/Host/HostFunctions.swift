public import CHookswitch
internal import FoundationEssentials
internal import Hookswitch
internal import HostConfiguration
internal import Locking
internal import StrictJSON

// The header's parts "results" and "host".

/// The function `hk_version` of hookswitch.h, which describes it.
@c @implementation
public func hk_version() -> UInt32 { UInt32(HK_VERSION) }

/// The function `hk_last_error` of hookswitch.h, which describes it.
@c @implementation
public func hk_last_error() -> UnsafePointer<hk_error>? { LastError.record }

/// The function `hk_status_name` of hookswitch.h, which describes it.
@c @implementation
public func hk_status_name(_ status: Int64) -> UnsafePointer<CChar>? { StatusNames.name(status) }

/// The function `hk_free` of hookswitch.h, which describes it.
@c @implementation
public func hk_free(_ text: UnsafeMutableRawPointer?) { Library.free(text) }

/// The function `hk_call_text` of hookswitch.h, which describes it.
@c @implementation
public func hk_call_text(_ call: hk_call, _ out: UnsafeMutablePointer<CChar>?) {
  guard let out else { return }
  for (index, byte) in UUID(uuid: call.uuid).uuidString.utf8.enumerated() { out[index] = CChar(bitPattern: byte) }
  out[36] = 0
}

/// The function `hk_call_parse` of hookswitch.h, which describes it.
@c @implementation
public func hk_call_parse(_ text: UnsafePointer<CChar>?, _ out: UnsafeMutablePointer<hk_call>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let out = try needed(out, "out")
    let written = try HookswitchC.text(text, "text")
    guard let call = UUID(uuidString: written) else { throw .invalid("\"\(written)\" is no call: write a UUID of 36 characters") }
    out.pointee = call.c
  }
}

/// The function `hk_host_new` of hookswitch.h, which describes it.
@c @implementation
public func hk_host_new(_ options: UnsafePointer<hk_host_options>?, _ out: UnsafeMutablePointer<OpaquePointer?>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let out = try needed(out, "out")
    out.pointee = nil
    watchForks()
    let host = try EmbeddedHost(HostOptions(options))
    do throws(EmbeddingError) {
      try host.addConfiguredProviders()
      out.pointee = try Library.add(host)
    } catch {
      try host.free(nil)
      throw error
    }
  }
}

/// The function `hk_host_shutdown` of hookswitch.h, which describes it.
@c @implementation
public func hk_host_shutdown(_ host: OpaquePointer?, _ timeout_ms: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in try HookswitchC.host(host).shutdown(milliseconds: timeout_ms) }
}

/// The function `hk_host_free` of hookswitch.h, which describes it.
@c @implementation
public func hk_host_free(_ host: OpaquePointer?) {
  guard host != nil else { return }
  _ = status { () throws(EmbeddingError) in try HookswitchC.host(host).free(host) }
}

/// The function `hk_configure` of hookswitch.h, which describes it.
@c @implementation
public func hk_configure(_ host: OpaquePointer?, _ json: UnsafePointer<CChar>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let text = try HookswitchC.text(json, "json")
    try host.change(text)
  }
}

/// The function `hk_policy` of hookswitch.h, which describes it.
@c @implementation
public func hk_policy(
  _ host: OpaquePointer?, _ line: UnsafePointer<CChar>?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let json = try needed(json, "json")
    let host = try HookswitchC.host(host)
    let line = try HookswitchC.line(line)
    try give(try host.invokeAtOnce("line.getPolicy", .object(of: ["line": .string(line.rawValue)])), to: json)
  }
}

/// The function `hk_listen` of hookswitch.h, which describes it.
@c @implementation
public func hk_listen(_ host: OpaquePointer?, _ events: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    host.queue.listensTo = try Listening(bits: events, "events")
  }
}

/// The function `hk_now` of hookswitch.h, which describes it.
@c @implementation
public func hk_now(_ host: OpaquePointer?) -> Int64 {
  number { () throws(EmbeddingError) in try HookswitchC.host(host).host.clock.now.nanoseconds }
}

/// The function `hk_unix_time` of hookswitch.h, which describes it.
@c @implementation
public func hk_unix_time(_ host: OpaquePointer?, _ time: Int64) -> Int64 {
  number { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    if let clock = host.clock { return clock.unixNanoseconds(of: time) }
    let seconds = host.host.clock.date(of: Instant(nanoseconds: time)).timeIntervalSince1970
    return Int64((seconds * 1e9).rounded())
  }
}

/// The function `hk_journal_flush` of hookswitch.h, which describes it.
@c @implementation
public func hk_journal_flush(_ host: OpaquePointer?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host).host
    waitFor { await host.flushJournals() }
  }
}

/// The function `hk_lines` of hookswitch.h, which describes it.
@c @implementation
public func hk_lines(_ host: OpaquePointer?, _ json: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let json = try needed(json, "json")
    try give(JSONValue.strings(try HookswitchC.host(host).host.lines.map(\.rawValue)).text, to: json)
  }
}

extension EmbeddedHost {
  /// Changes the configuration that is in force: all of a text's members, or none.
  func change(_ text: String) throws(EmbeddingError) {
    let change: ConfigChange
    do throws(RunConfigError) {
      change = try ConfigChange(Array(text.utf8), folder: folder) { [host] line in
        line.map { host.policy(of: $0) } ?? host.usualPolicy
      }
    } catch {
      throw .invalid(error.description)
    }
    try changeAudio(change)
    if let policy = change.policy { host.setUsualPolicy(policy) }
    for (line, policy) in change.policies { host.setPolicy(policy, for: line) }
    if let blocked = change.blocked {
      for handle in host.blockList where !blocked.contains(handle) { host.unblock(handle) }
      for handle in blocked { host.block(handle) }
    }
    if let letThrough = change.letThrough { host.letThrough = letThrough }
  }

  private func changeAudio(_ change: ConfigChange) throws(EmbeddingError) {
    guard change.ringtone != nil || change.country != nil else { return }
    #if HOOKSWITCH_SOUND
      let settings: AudioSettings? = audio.withLock { audio in
        guard var changed = audio else { return nil }
        changed.ringtone = change.ringtone ?? changed.ringtone
        changed.country = change.country ?? changed.country
        guard let settings = changed.settings(in: country) else { return nil }
        audio = changed
        return settings
      }
      guard let settings else {
        throw .wrongState("$.audio: this host carries no audio; make it with a configuration that has the member audio")
      }
      host.setAudio(settings)
    #else
      throw .wrongState("$.audio: this library was built with WITHOUT=sound")
    #endif
  }
}
