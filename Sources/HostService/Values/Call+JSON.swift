package import CallControl
internal import FoundationEssentials
package import HostSurface
package import StrictJSON

/// A call as a `Call` of the host surface.
struct CallContent: JSONWritable {
  /// The call.
  let call: Call
  /// The relation of the call's instants to the time of day.
  let clock: WallClock
  /// True while the host records the call.
  var isRecording = false

  func write(to writer: inout JSONWriter) {
    func time(_ instant: Instant?) -> SurfaceTime? { instant.map(clock.time) }
    writer.object { writer in
      writer.member("call", call.uuid)
      writer.member("line", call.line.rawValue)
      writer.member("provider", call.provider.rawValue)
      writer.member("direction", call.direction.rawValue)
      writer.member("state", call.state.rawValue)
      writer.member("group", call.group.rawValue)
      writer.member("handle", call.handle)
      writer.member("name", call.name)
      writer.member("displayName", call.displayName)
      writer.member("label", call.label)
      writer.member("labelSource", call.labelSource?.rawValue)
      writer.member("contact", call.contact.map { Int($0) })
      writer.member("capabilities", call.capabilities)
      writer.member("muted", call.isMuted)
      writer.member("remotelyHeld", call.isRemotelyHeld)
      writer.member("waiting", call.isWaiting)
      writer.member("silenced", call.isSilenced)
      writer.member("mixed", call.isMixed)
      writer.member("transferring", call.isTransferring)
      writer.member("emergency", call.isEmergency)
      writer.member("earlyMedia", call.hasEarlyMedia)
      writer.member("recording", isRecording)
      writer.member("began", time(call.began))
      writer.member("started", time(call.started))
      writer.member("connecting", time(call.connecting))
      writer.member("connected", time(call.connected))
      writer.member("groupStart", time(call.groupStart))
      writer.member("answerChoices", AnswerChoices(errors: call.answerChoices))
      writer.member("end", call.end)
      writer.member("ended", time(call.ended))
    }
  }
}

/// The choices of an answer, in the order of their declaration; null for an allowed one.
private struct AnswerChoices: JSONWritable {
  let errors: [AnswerChoice: CallError?]

  /// Creates the choices of a call; nil for a call that has none.
  init?(errors: [AnswerChoice: CallError?]) {
    guard !errors.isEmpty else { return nil }
    self.errors = errors
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for choice in AnswerChoice.allCases {
        guard let error = errors[choice] else { continue }
        writer.name(choice.rawValue)
        if let error { error.write(to: &writer) } else { writer.null() }
      }
    }
  }
}

extension Call {
  /// The call as a `Call` of the host surface.
  ///
  /// - Parameters:
  ///   - clock: the relation of the call's instants to the time of day.
  ///   - isRecording: true while the host records the call.
  package func json(by clock: WallClock, isRecording: Bool = false) -> JSONValue {
    JSONValue(writing: CallContent(call: self, clock: clock, isRecording: isRecording))
  }

  /// The name to show: a directory's label, the provider's name for the far end, the handle's text, or "Unknown".
  package var displayName: String {
    if let label, !label.isEmpty { return label }
    if let name, !name.isEmpty { return name }
    if let handle, !handle.value.isEmpty { return handle.value }
    return "Unknown"
  }
}

extension Handle: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("type", type.rawValue)
      writer.member("value", value)
    }
  }

  /// The handle as a `Handle` of the host surface.
  package var json: JSONValue { JSONValue(writing: self) }
}

extension CallCapabilities {
  /// Each capability with its word, which is also the name of its member in a `CallUpdate`.
  static let named: [(word: String, capability: CallCapabilities)] = [
    ("holding", .holding), ("grouping", .grouping), ("ungrouping", .ungrouping), ("dtmf", .dtmf), ("transfer", .transfer),
    ("deflect", .deflect), ("audio", .audio), ("video", .video),
  ]

  /// The capabilities as words of the host surface, in the order of the table.
  package var words: [String] { Self.named.filter { contains($0.capability) }.map(\.word) }

  /// Reads the words of a checked array.
  package init(words: [String]) {
    self = Self.named.reduce(into: []) { set, entry in if words.contains(entry.word) { set.insert(entry.capability) } }
  }
}

extension CallCapabilities: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.array { writer in
      for entry in Self.named where contains(entry.capability) { writer.string(entry.word) }
    }
  }
}

extension CallEnd: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    var madeRoomFor: CallID?
    if case .madeRoom(let call) = cause { madeRoomFor = call }
    writer.object { writer in
      writer.member("reason", reason.rawValue)
      writer.member("cause", cause?.word)
      writer.member("madeRoomFor", madeRoomFor)
      writer.member("transport", transport)
    }
  }

  /// The end as a `CallEnd` of the host surface.
  package var json: JSONValue { JSONValue(writing: self) }
}

extension TransportError: JSONWritable {
  /// Writes the error as a `TransportError` of the host surface, without what is unknown.
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("domain", domain.isEmpty ? nil : domain)
      writer.member("code", code == 0 ? nil : Int(code))
      writer.member("cause", cause == 0 ? nil : Int(cause))
      writer.member("message", message.isEmpty ? nil : message)
    }
  }
}

extension CallError: JSONWritable {
  package func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("code", code.rawValue)
      if !calls.isEmpty { writer.member("calls", list: calls) }
      writer.member("transport", transport)
      writer.member("node", node)
      writer.member("address", address)
      writer.member("message", errorDescription ?? description)
    }
  }

  /// The error as a `Refusal` of the host surface.
  package var json: JSONValue { JSONValue(writing: self) }

  /// The error of a method whose request a rule refused.
  package var refusal: MethodError { MethodError(number: MethodError.refused, message: description, data: json) }
}

extension JSONValue {
  /// A duration as `Seconds`, to the millisecond.
  package static func seconds(_ duration: Duration) -> JSONValue {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    return milliseconds % 1_000 == 0 ? .integer(milliseconds / 1_000) : .number(JSONNumber(Double(milliseconds) / 1_000))
  }
}
