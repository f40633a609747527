// The types about sessions, previews, refusals, levels, traces and health.

extension TypeDeclaration {
  static let session = TypeDeclaration.record([
    .need("session", .int), .need("actor", .text), .need("role", .sessionRole), .need("rights", list: .sessionRight),
    .may("lines", list: .text), .need("opened", .time), .need("expires", .time), .need("connections", .int),
  ])
  static let preview = TypeDeclaration.record([
    .need("outcome", .previewOutcome), .may("refusal", .refusal), .may("rules", list: .text), .need("steps", list: .previewStep),
  ])
  static let previewStep = TypeDeclaration.record([
    .need("kind", .text), .need("call", .uuid), .need("provider", .text), .may("details", .text), .may("cause", .endCause),
  ])
  static let refusedEntry = TypeDeclaration.record([
    .need("number", .int), .need("time", .time), .need("kind", .refusedKind), .may("actor", .text), .need("subject", .text),
    .may("request", .int), .may("line", .text), .may("call", .uuid), .may("provider", .text), .may("screener", .text),
    .need("refusal", .refusal), .need("rules", list: .text),
  ])
  static let callLevel = TypeDeclaration.record([.need("call", .uuid), .may("heard", .int), .may("said", .int)])
  static let tracePage = TypeDeclaration.record([
    .need("records", list: .traceEntry), .need("next", .int), .need("more", .bool), .need("dropped", .int), .need("bytes", .int),
    .need("limit", .int), .need("messages", list: .messageTrace),
  ])
  static let traceEntry = TypeDeclaration.record([
    .need("number", .int), .need("time", .time), .may("line", .text), .need("record", .object),
  ])
  static let messageTrace = TypeDeclaration.record([
    .need("provider", .text), .need("actor", .text), .need("since", .time), .need("until", .time),
  ])
  static let callFilter = TypeDeclaration.record([
    .may("lines", list: .text), .may("provider", .text), .may("states", list: .callState), .may("direction", .direction),
    .may("text", .text),
  ])
  static let callPage = TypeDeclaration.record([
    .need("revision", .int), .need("page", .int), .need("pages", .int), .need("matching", .int), .need("totals", .callTotals),
    .may("order", list: .uuid), .need("calls", list: .call), .may("ringing", list: .call),
  ])
  static let callTotals = TypeDeclaration.record([
    .need("calls", .int), .need("lines", .int), .need("ringing", .int), .need("active", .int), .need("held", .int),
  ])
  static let health = TypeDeclaration.record([
    .need("live", .bool), .need("ready", .bool), .need("reasons", list: .text), .may("problems", list: .problem),
  ])
}
