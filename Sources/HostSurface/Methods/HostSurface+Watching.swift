// The rows of the table about sessions, and about what an operator looks at.

extension HostSurface {
  // No key, since the host would keep the code with the answer for ten minutes.
  static let sessionInvite = MethodDeclaration.query(
    .configure, "Makes a code by which one person opens a session with a role, once, within 60 s.",
    [
      .need("actor", .text, limit: actorLimit), .need("role", .sessionRole), .may("lines", list: .text),
      .may("lifetime", .seconds, 43_200),
    ],
    .members([.need("code", .text), .need("expires", .time)]))
  // No key: a repeated answer would leave its connection without the limits of the session.
  static let sessionOpen = MethodDeclaration.query(
    .observe, "Limits this connection to a person's session, by a code, by the token of an earlier answer, or by a configured person.",
    [.may("code", .text), .may("token", .text), .may("actor", .text, limit: actorLimit)],
    .members([.need("session", .session), .may("token", .text)]))
  static let sessionList = MethodDeclaration.query(
    .configure, "Returns the open sessions.", [], .members([.need("sessions", list: .session)]))
  static let sessionClose = MethodDeclaration.change(
    .configure, "Ends a session and its connections.", [.need("session", .int)], .nothing)
  static let sessionLeave = MethodDeclaration.query(
    .observe, "Ends the session of this connection, with its token and its connections.", [], .nothing)

  static let requestPreview = MethodDeclaration.query(
    .control, "Tells what a request would do now, judged on a copy of its line: nothing is sent, and nothing changes.",
    [.need("method", .text), .may("parameters", .object)],
    .type(.preview))
  static let refusalList = MethodDeclaration.query(
    .observe, "Returns the requests and incoming calls that rules refused of late, the newest first.",
    [.may("line", .text), .may("before", .int), .may("limit", .int, 100)],
    .members([.need("refusals", list: .refusedEntry), .may("next", .int), .need("dropped", .int)]))
  static let levelsSubscribe = MethodDeclaration.query(
    .observe, "Sends the levels of these calls ten times a second; an empty list ends it.",
    [.need("calls", list: .callRef)],
    .members([.need("calls", list: .uuid), .need("period", .seconds)]))

  static let traceRead = MethodDeclaration.query(
    .configure, "Returns records of the flight recorder: those of a call, of a line, or all.",
    [.may("call", .callRef), .may("line", .text), .may("after", .int, 0), .may("limit", .int, 1_000)],
    .type(.tracePage))
  static let traceSubscribe = MethodDeclaration.query(
    .configure, "Sends the records of the flight recorder after a number: those of a call, of a line, or all.",
    [.may("call", .callRef), .may("line", .text), .may("after", .int, 0)],
    .members([.need("subscription", .int), .need("dropped", .int)]))
  static let traceUnsubscribe = MethodDeclaration.query(
    .configure, "Ends a subscription to the flight recorder.", [.need("subscription", .int)], .nothing)

  static let traceMessages = MethodDeclaration.change(
    .configure,
    "Keeps the messages of a provider's transport in the flight recorder for at most 3,600 s, without their secrets, or keeps no more.",
    [.need("provider", .text), .may("on", .bool, true), .may("seconds", .seconds, 600)],
    .members([.need("messages", list: .messageTrace)]))

  static let callsSubscribe = MethodDeclaration.query(
    .observe,
    "Sends a page of the calls that a filter selects, with totals, and then its changes; it replaces the connection's earlier page.",
    [
      .may("filter", .callFilter), .may("sort", .callSort, "line"), .may("page", .int, 0), .may("limit", .int, 200),
      .may("ringing", .int, 0),
    ],
    .type(.callPage))
  static let callsUnsubscribe = MethodDeclaration.query(.observe, "Ends the connection's page of calls.", [], .nothing)

  static let metricsRead = MethodDeclaration.query(
    .observe, "Returns the host's metrics as text for a monitoring system; no label names a line, a number, a person or a call.",
    [.may("format", .metricsFormat, "prometheus")],
    .members([.need("contentType", .text), .need("text", .text, limit: metricsLimit)]))
  static let healthRead = MethodDeclaration.query(
    .observe, "Tells whether the host lives, and whether it takes new calls.", [], .type(.health))

  /// The largest name of a person, in bytes.
  package static let actorLimit = 256
  /// The largest text of metrics, in bytes.
  package static let metricsLimit = 4 << 20
}
