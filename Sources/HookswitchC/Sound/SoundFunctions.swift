public import CHookswitch
internal import CallAudio
internal import FoundationEssentials
internal import Hookswitch

// The header's part "sound of a line".

/// The function `hk_record` of hookswitch.h, which describes it.
@c @implementation
public func hk_record(_ host: OpaquePointer?, _ call: hk_call, _ path: UnsafePointer<CChar>?, _ group: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let call = try HookswitchC.call(call)
    let path = try name(path, "path")
    let isGroup = try flag(group, "group")
    try host.record(OwnRecordings.Key(call: call, isGroup: isGroup), to: path)
  }
}

/// The function `hk_record_stop` of hookswitch.h, which describes it.
@c @implementation
public func hk_record_stop(_ host: OpaquePointer?, _ call: hk_call, _ group: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host)
    let call = try HookswitchC.call(call)
    let isGroup = try flag(group, "group")
    guard let recording = host.recordings.remove(OwnRecordings.Key(call: call, isGroup: isGroup)) else {
      throw .notFound("call \(call.uuidString) is not being recorded by this program")
    }
    recording.stop()
  }
}

/// The function `hk_call_level` of hookswitch.h, which describes it.
@c @implementation
public func hk_call_level(
  _ host: OpaquePointer?, _ call: hk_call, _ rms_mdb: UnsafeMutablePointer<Int32>?, _ peak_mdb: UnsafeMutablePointer<Int32>?
) -> hk_status {
  status { () throws(EmbeddingError) in
    let host = try HookswitchC.host(host).host
    let call = try HookswitchC.call(call)
    guard host.call(call) != nil else { throw EmbeddingError(CallError(.unknownCallUUID, [call])) }
    guard let level = host.audioLevel(of: call) else {
      throw EmbeddingError(HK_E_UNSUPPORTED, "call \(call.uuidString) carries no audio through this host now")
    }
    rms_mdb?.pointee = thousandths(level.rmsDecibels)
    peak_mdb?.pointee = thousandths(level.peakDecibels)
  }
}

/// Returns decibels in thousandths; silence is -96,330, the least value of 16-bit samples.
private func thousandths(_ decibels: Double) -> Int32 {
  Int32(max(decibels.isNaN ? -96.33 : decibels, -96.33) * 1_000)
}
