internal import CRTPMedia

/// A call's media and its statistics by RTP and RTCP (RFC 3550 section 6.4), without keys.
struct SoundDiagnosis {
  let fields: JSONFields

  init(_ sound: CallSound) {
    var fields = JSONFields()
    fields.add("port", Int(sound.port))
    if let agreement = sound.agreement {
      fields.add("codec", agreement.codec.rawValue)
      fields.add("far-end", "\(agreement.address):\(agreement.port)")
    }
    let statistics = sound.statistics
    fields.add("encrypted", statistics.is_protected != 0)
    fields.add("sent", Self.counts(packets: statistics.packets_sent, bytes: statistics.bytes_sent))
    var heard = Self.counts(packets: statistics.packets_heard, bytes: statistics.bytes_heard)
    heard.add("lost", Int(clamping: statistics.lost))
    heard.add("late", Int(clamping: statistics.late))
    heard.add("concealed-frames", Int(clamping: statistics.concealed))
    heard.add("recovered-frames", Int(clamping: statistics.recovered))
    heard.add("refused", Int(clamping: statistics.refused))
    heard.add("from-strangers", Int(clamping: statistics.strangers))
    heard.add("malformed", Int(clamping: statistics.malformed))
    heard.add("jitter-ms", milliseconds: statistics.jitter_us)
    heard.add("buffered-ms", Int(statistics.buffered_ms))
    heard.add("digits-dropped", Int(clamping: statistics.digits_dropped))
    heard.add("missing", statistics.is_missing != 0)
    fields.add("heard", heard)
    var theirs = JSONFields()
    theirs.add("reports", Int(clamping: statistics.reports_heard))
    theirs.add("loss-percent", tenths: Int(statistics.their_loss) * 1000 / 256)
    theirs.add("jitter-ms", milliseconds: statistics.their_jitter_us)
    if statistics.round_trip_us > 0 { theirs.add("round-trip-ms", milliseconds: statistics.round_trip_us) }
    fields.add("far-end-reports", theirs)
    self.fields = fields
  }

  private static func counts(packets: UInt64, bytes: UInt64) -> JSONFields {
    var fields = JSONFields()
    fields.add("packets", Int(clamping: packets))
    fields.add("bytes", Int(clamping: bytes))
    return fields
  }
}
