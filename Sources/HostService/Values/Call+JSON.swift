package import CallControl
internal import FoundationEssentials
package import HostSurface
package import StrictJSON

extension Call {
  /// The call as a `Call` of the host surface.
  ///
  /// - Parameters:
  ///   - clock: the relation of the call's instants to the time of day.
  ///   - isRecording: true while the host records the call.
  package func json(by clock: WallClock, isRecording: Bool = false) -> JSONValue {
    func time(_ instant: Instant?) -> JSONValue? { instant.map { .string(clock.time(of: $0).description) } }
    return .object(of: [
      "call": .string(uuid.uuidString), "line": .string(line.rawValue), "provider": .string(provider.rawValue),
      "direction": .string(direction.rawValue), "state": .string(state.rawValue), "group": .integer(group.rawValue),
      "handle": handle?.json, "name": name.map { .string($0) }, "displayName": .string(displayName), "label": label.map { .string($0) },
      "labelSource": labelSource.map { .string($0.rawValue) }, "capabilities": .strings(capabilities.words), "muted": .bool(isMuted),
      "remotelyHeld": .bool(isRemotelyHeld), "waiting": .bool(isWaiting), "silenced": .bool(isSilenced), "mixed": .bool(isMixed),
      "transferring": .bool(isTransferring), "emergency": .bool(isEmergency), "earlyMedia": .bool(hasEarlyMedia),
      "recording": .bool(isRecording), "began": time(began), "started": time(started), "connecting": time(connecting),
      "connected": time(connected), "groupStart": time(groupStart), "answerChoices": choices, "end": end?.json, "ended": time(ended),
    ])
  }

  /// The name to show: a directory's label, the provider's name for the far end, the handle's text, or "Unknown".
  package var displayName: String {
    [label, name, handle?.value].compactMap { $0 }.first { !$0.isEmpty } ?? "Unknown"
  }

  /// The choices of an answer, in the order of their declaration; null for an allowed one.
  private var choices: JSONValue? {
    guard !answerChoices.isEmpty else { return nil }
    return .object(
      AnswerChoice.allCases.compactMap { choice in
        answerChoices[choice].map { JSONValue.Member(name: choice.rawValue, value: $0?.json ?? .null) }
      })
  }
}

extension Handle {
  /// The handle as a `Handle` of the host surface.
  package var json: JSONValue { .object(of: ["type": .string(type.rawValue), "value": .string(value)]) }
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

extension CallEnd {
  /// The end as a `CallEnd` of the host surface.
  package var json: JSONValue {
    var madeRoomFor: CallID?
    if case .madeRoom(let call) = cause { madeRoomFor = call }
    return .object(of: [
      "reason": .string(reason.rawValue), "cause": cause.map { .string($0.word) },
      "madeRoomFor": madeRoomFor.map { .string($0.uuidString) }, "transport": transport?.json,
    ])
  }
}

extension TransportError {
  /// The error as a `TransportError` of the host surface, without what is unknown.
  package var json: JSONValue {
    .object(of: [
      "domain": domain.isEmpty ? nil : .string(domain), "code": code == 0 ? nil : .integer(code),
      "cause": cause == 0 ? nil : .integer(cause), "message": message.isEmpty ? nil : .string(message),
    ])
  }
}

extension CallError {
  /// The error as a `Refusal` of the host surface.
  package var json: JSONValue {
    .object(of: [
      "code": .string(code.rawValue), "calls": calls.isEmpty ? nil : .strings(calls.map(\.uuidString)), "transport": transport?.json,
      "message": .string(errorDescription ?? description),
    ])
  }

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
