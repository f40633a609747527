public import CHookswitch

// The header's functions for audio, in a library that was built with WITHOUT=sound.

extension EmbeddingError {
  fileprivate static var soundless: EmbeddingError { EmbeddingError(HK_E_UNSUPPORTED, "this library was built with WITHOUT=sound") }
}

/// The function `hk_audio_open` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_open(
  _ host: OpaquePointer?, _ call: hk_call, _ options: UnsafePointer<hk_audio_options>?, _ out: UnsafeMutablePointer<OpaquePointer?>?
) -> hk_status { status { () throws(EmbeddingError) in throw .soundless } }

/// The function `hk_audio_number` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_number(_ audio: OpaquePointer?) -> hk_request {
  number { () throws(EmbeddingError) -> hk_request in throw .soundless }
}

/// The function `hk_audio_fd` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_fd(_ audio: OpaquePointer?) -> CInt { number { () throws(EmbeddingError) -> CInt in throw .soundless } }

/// The function `hk_audio_read` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_read(_ audio: OpaquePointer?, _ samples: UnsafeMutablePointer<Int16>?, _ n: UInt32) -> Int32 {
  number { () throws(EmbeddingError) -> Int32 in throw .soundless }
}

/// The function `hk_audio_write` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_write(_ audio: OpaquePointer?, _ samples: UnsafePointer<Int16>?, _ n: UInt32) -> Int32 {
  number { () throws(EmbeddingError) -> Int32 in throw .soundless }
}

/// The function `hk_audio_play` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_play(_ audio: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> hk_status {
  status { () throws(EmbeddingError) in throw .soundless }
}

/// The function `hk_audio_mark` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_mark(_ audio: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> hk_status {
  status { () throws(EmbeddingError) in throw .soundless }
}

/// The function `hk_audio_flush` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_flush(_ audio: OpaquePointer?) -> Int64 { number { () throws(EmbeddingError) -> Int64 in throw .soundless } }

/// The function `hk_audio_pause` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_pause(_ audio: OpaquePointer?, _ on: UInt32) -> Int64 {
  number { () throws(EmbeddingError) -> Int64 in throw .soundless }
}

/// The function `hk_audio_status_now` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_status_now(_ audio: OpaquePointer?, _ out: UnsafeMutablePointer<hk_audio_status>?) -> hk_status {
  status { () throws(EmbeddingError) in throw .soundless }
}

/// The function `hk_audio_free` of hookswitch.h, which describes it.
@c @implementation
public func hk_audio_free(_ audio: OpaquePointer?) {}

/// The function `hk_stream_open` of hookswitch.h, which describes it.
@c @implementation
public func hk_stream_open(
  _ host: OpaquePointer?, _ call: hk_call, _ url: UnsafePointer<CChar>?, _ options: UnsafePointer<hk_stream_options>?
) -> hk_request { number { () throws(EmbeddingError) -> hk_request in throw .soundless } }

/// The function `hk_stream_close` of hookswitch.h, which describes it.
@c @implementation
public func hk_stream_close(_ host: OpaquePointer?, _ stream: hk_request) -> hk_status {
  status { () throws(EmbeddingError) in throw .soundless }
}

/// The function `hk_stream_listen` of hookswitch.h, which describes it.
@c @implementation
public func hk_stream_listen(
  _ host: OpaquePointer?, _ address: UnsafePointer<CChar>?, _ options: UnsafePointer<hk_stream_options>?,
  _ url: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> hk_status { status { () throws(EmbeddingError) in throw .soundless } }

/// The function `hk_stream_offer` of hookswitch.h, which describes it.
@c @implementation
public func hk_stream_offer(
  _ host: OpaquePointer?, _ call: hk_call, _ options: UnsafePointer<hk_stream_options>?,
  _ url: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> hk_request { number { () throws(EmbeddingError) -> hk_request in throw .soundless } }

/// The function `hk_record` of hookswitch.h, which describes it.
@c @implementation
public func hk_record(_ host: OpaquePointer?, _ call: hk_call, _ path: UnsafePointer<CChar>?, _ group: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in throw .soundless }
}

/// The function `hk_record_stop` of hookswitch.h, which describes it.
@c @implementation
public func hk_record_stop(_ host: OpaquePointer?, _ call: hk_call, _ group: UInt32) -> hk_status {
  status { () throws(EmbeddingError) in throw .soundless }
}

/// The function `hk_call_level` of hookswitch.h, which describes it.
@c @implementation
public func hk_call_level(
  _ host: OpaquePointer?, _ call: hk_call, _ rms_mdb: UnsafeMutablePointer<Int32>?, _ peak_mdb: UnsafeMutablePointer<Int32>?
) -> hk_status { status { () throws(EmbeddingError) in throw .soundless } }
