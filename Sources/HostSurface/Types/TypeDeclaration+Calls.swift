// The types about calls and requests.

extension TypeDeclaration {
  static let handle = TypeDeclaration.record([.need("type", .text), .need("value", .text)])
  static let call = TypeDeclaration.record([
    .need("call", .uuid), .need("line", .text), .need("provider", .text), .need("direction", .direction), .need("state", .callState),
    .need("group", .int), .may("handle", .handle), .may("name", .text), .need("displayName", .text), .may("label", .text),
    .may("labelSource", .text), .may("contact", .int), .need("capabilities", list: .capability), .need("muted", .bool),
    .need("remotelyHeld", .bool), .need("waiting", .bool), .need("silenced", .bool), .need("mixed", .bool), .need("transferring", .bool),
    .need("emergency", .bool), .need("earlyMedia", .bool), .need("recording", .bool), .need("began", .time), .may("started", .time),
    .may("connecting", .time), .may("connected", .time), .may("groupStart", .time), .may("answerChoices", map: .object),
    .may("end", .callEnd), .may("ended", .time), .may("stray", .bool), .may("node", .text),
  ])
  static let callEnd = TypeDeclaration.record([
    .need("reason", .endReason), .may("cause", .endCause), .may("madeRoomFor", .uuid), .may("transport", .transportError),
  ])
  static let transportError = TypeDeclaration.record([
    .may("domain", .text), .may("code", .int), .may("cause", .int), .may("message", .text),
  ])
  static let request = TypeDeclaration.record([
    .need("request", .int), .need("state", .requestState), .may("line", .text), .may("call", .uuid), .need("origin", .origin),
    .need("actions", list: .actionResult), .may("error", .refusal), .may("replayed", .bool),
  ])
  static let actionResult = TypeDeclaration.record([
    .need("action", .int), .need("kind", .text), .may("call", .uuid), .may("error", .refusal),
  ])
  static let refusal = TypeDeclaration.record([
    .need("code", .errorCode), .may("calls", list: .uuid), .may("transport", .transportError), .may("node", .text), .may("address", .text),
    .need("message", .text),
  ])
  static let action = TypeDeclaration.record([
    .need("kind", .actionKind), .may("call", .callRef), .may("handle", .handleArg), .may("provider", .text), .may("video", .bool),
    .may("contact", .text), .may("choice", .answerChoice), .may("held", .bool), .may("muted", .bool), .may("with", .callRef),
    .may("digits", .text, limit: HostSurface.digitsLimit), .may("to", .callRef),
    .may("decline", .declineReason), .may("cause", .int), .may("text", .text),
  ])
  static let stream = TypeDeclaration.record([
    .need("stream", .int), .need("call", .uuid), .need("url", .text), .need("state", .text), .need("rate", .int), .need("channels", .int),
    .need("position", .int), .need("queued", .seconds), .need("sent", .int), .need("dropped", .int),
  ])
  static let recording = TypeDeclaration.record([
    .need("call", .uuid), .need("file", .text), .need("group", .bool), .need("state", .text), .need("seconds", .seconds),
  ])
}
