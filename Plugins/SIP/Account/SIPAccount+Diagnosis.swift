internal import CRTPMedia
internal import CSIPStack
internal import StrictJSON
internal import TransportKit

extension SIPAccount: DiagnosableTransport {
  /// Describes a call's media, or without a call the account's registration and counters.
  func diagnostics(of call: Call?, level: UInt32) throws(TransportError) -> String {
    followTrace()
    guard let call else { return account.text }
    guard let dialog = calls[call] else { throw TransportError(.noSuchCall) }
    var fields = JSONFields()
    fields.add("up", dialog.isUp)
    fields.add("held", dialog.isHeld)
    fields.add("held-by-far-end", dialog.isHeldByFarEnd)
    if let sound = dialog.sound { fields.add("sound", SoundDiagnosis(sound).fields) }
    return fields.text
  }

  /// Begins or ends the trace of messages, as the host wants now: it asks for diagnostics after a change.
  private func followTrace() {
    let isWanted = host.wantsWire
    for stack in [stack].compactMap(\.self) + former.values { stack.trace(for: number, isWanted) }
  }

  private var account: JSONFields {
    var fields = JSONFields()
    fields.add("address", settings.uri)
    fields.add("listens-at", settings.place.host)
    fields.add("port", Int(stack?.port ?? 0))
    if let port = stack?.tlsPort, port > 0 { fields.add("tls-port", Int(port)) }
    fields.add("calls", calls.count)
    fields.add("calls-up", dialogs.values.count(where: \.isUp))
    fields.add("sounds", sounding.count)
    var line = JSONFields()
    line.add("registrar", settings.registrar)
    line.add("wanted", registration.isWanted)
    line.add("registered", registration.isUp)
    line.add("failures", registration.failures)
    fields.add("registration", line)
    if let stack { fields.add("sockets", StackDiagnosis(stack).fields) }
    if let media { fields.add("late-ticks", Int(clamping: crtp_engine_late_ticks(media.pointer))) }
    return fields
  }
}

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

/// The summary of a call's media at its end, in the form of the header P-RTP-Stat, which the host counts.
struct MediaSummary {
  let text: String

  init(_ statistics: crtp_statistics) {
    let jitter = Int(statistics.jitter_us) / 100
    text =
      "PS=\(statistics.packets_sent),OS=\(statistics.bytes_sent),PR=\(statistics.packets_heard),OR=\(statistics.bytes_heard),"
      + "PL=\(statistics.lost)" + (statistics.packets_heard > 1 ? ",JI=\(jitter / 10).\(jitter % 10)" : "")
  }
}

/// The counters of the account's sockets since they were opened, for all accounts that share them.
struct StackDiagnosis {
  let fields: JSONFields

  init(_ stack: SIPStack) {
    var counts = csip_counts()
    csip_measure(stack.pointer, &counts)
    var fields = JSONFields()
    fields.add("messages", Int(clamping: counts.messages))
    fields.add("mended", Int(clamping: counts.mended))
    fields.add("unreachable", Int(clamping: counts.unreachable))
    fields.add("calls-offered", Int(clamping: counts.calls))
    fields.add("calls-refused", Int(clamping: counts.refused))
    fields.add("requests-dropped", Int(clamping: counts.dropped))
    fields.add("connections-cut", Int(clamping: counts.cut))
    fields.add("calls-at-most", Int(clamping: counts.max_calls))
    self.fields = fields
  }
}

/// Builds a JSON object, field by field in order.
struct JSONFields {
  private var fields: [String] = []

  var text: String { "{\(fields.joined(separator: ","))}" }

  mutating func add(_ name: String, _ value: Int) { put(name, "\(value)") }
  mutating func add(_ name: String, _ value: Bool) { put(name, "\(value)") }
  mutating func add(_ name: String, _ value: JSONFields) { put(name, value.text) }

  /// Adds a text unless it is empty.
  mutating func add(_ name: String, _ value: String) {
    if !value.isEmpty { put(name, JSONValue.quote(value)) }
  }

  mutating func add(_ name: String, tenths: Int) { put(name, "\(tenths / 10).\(tenths % 10)") }
  mutating func add(_ name: String, milliseconds microseconds: UInt32) { add(name, tenths: Int(microseconds) / 100) }

  private mutating func put(_ name: String, _ json: String) { fields.append("\(JSONValue.quote(name)):\(json)") }
}
