public import CHookswitch
internal import Hookswitch

// The header's part "for tests".

/// The function `hk_clock_new` of hookswitch.h, which describes it.
@c @implementation
public func hk_clock_new(_ unix_ns: Int64, _ out: UnsafeMutablePointer<OpaquePointer?>?) -> hk_status {
  status { () throws(EmbeddingError) in
    let out = try needed(out, "out")
    out.pointee = nil
    // The clock's own time is below that of the date by a second at most.
    guard unix_ns > Int64.min + 1_000_000_000 else { throw .invalid("the argument unix_ns is \(unix_ns), too early for a date") }
    watchForks()
    out.pointee = clockHandles.add(EmbeddedClock(unixNanoseconds: unix_ns))
  }
}

/// The function `hk_clock_advance` of hookswitch.h, which describes it.
@c @implementation
public func hk_clock_advance(_ clock: OpaquePointer?, _ ns: Int64) -> hk_status {
  status { () throws(EmbeddingError) in
    guard let clock = clockHandles.find(clock) else { throw .invalid("the argument clock is NULL or no clock that is there") }
    guard ns >= 0 else { throw .invalid("the argument ns is \(ns): time does not run backwards") }
    waitFor { await clock.clock.advance(by: .nanoseconds(ns)) }
  }
}

/// The function `hk_clock_free` of hookswitch.h, which describes it.
@c @implementation
public func hk_clock_free(_ clock: OpaquePointer?) {
  _ = clockHandles.remove(clock)
}

/// The function `hk_settle` of hookswitch.h, which describes it.
@c @implementation
public func hk_settle(_ host: OpaquePointer?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host).host
    waitFor { await host.settle() }
  }
}

/// The function `hk_audio_tick` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_tick(_ host: OpaquePointer?) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    guard host.hasManualAudio else {
      throw .wrongState("the host's audio has a thread of its own; make it with the audio clock \"manual\"")
    }
    #if HOOKSWITCH_SOUND
      host.host.tickAudio()
    #endif
  }
}
