internal import CallControl
internal import HostService
internal import HostSurface
internal import StrictJSON

/// The requests to the host that stand behind buttons; a person makes them.
enum DesktopRequest {
  /// Returns the request behind a button of a live call.
  ///
  /// - Parameters:
  ///   - action: the button's name.
  ///   - call: the call's UUID.
  static func live(_ action: String, _ call: String) -> [DesktopEffect] {
    func members(_ more: JSONValue.Member...) -> JSONValue {
      .object([.init(name: "call", value: .string(call)), .init(name: "origin", value: "user")] + more)
    }
    switch action {
    case "answer": return [.ask(.callAnswer, members())]
    case "decline", "hang-up": return [.ask(.callEnd, members())]
    case "mute", "unmute": return [.ask(.callSetMuted, members(.init(name: "muted", value: .bool(action == "mute"))))]
    case _ where action.hasPrefix(NoteContent.answerPrefix):
      let choice = String(action.dropFirst(NoteContent.answerPrefix.count))
      return [.ask(.callAnswer, members(.init(name: "choice", value: .string(choice))))]
    default: return []
    }
  }

  /// Returns the request behind a button of a missed call.
  ///
  /// - Parameters:
  ///   - action: the button's name.
  ///   - call: the call.
  static func missed(_ action: String, _ call: DesktopCallFacts) -> [DesktopEffect] {
    guard let handle = call.handle else { return [] }
    switch action {
    case "call-back":
      return [
        .ask(
          .callStart,
          .object(of: [
            "handle": handle.json, "provider": .string(call.provider), "line": line(of: call),
            "contact": call.contact.map { .string("\($0)") }, "origin": "user",
          ]))
      ]
    case "block":
      return [.ask(.blockAdd, .object(of: ["kind": "exact", "value": .string(handle.description), "reason": "missed call"]))]
    default: return []
    }
  }

  /// The line for a call back; a line that a single call had is gone.
  private static func line(of call: DesktopCallFacts) -> JSONValue? { call.line.hasPrefix("each-") ? nil : .string(call.line) }
}
