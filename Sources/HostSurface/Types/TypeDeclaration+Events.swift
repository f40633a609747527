// The types about grants and events.

extension TypeDeclaration {
  static let grant = TypeDeclaration.record([
    .need("peer", .text), .need("rights", list: .right), .may("names", list: .text), .may("asked", .time), .may("granted", .time),
  ])
  static let cursor = TypeDeclaration.record([.need("epoch", .text), .need("sequence", .int)])
  static let subscription = TypeDeclaration.record([
    .need("subscription", .int), .need("resumed", .bool), .need("cursor", .cursor), .need("states", list: .state), .need("lost", .int),
  ])
  static let state = TypeDeclaration.record([
    .need("topic", .topic), .need("key", .text), .need("sequence", .int), .may("value", .object), .may("skipped", .int),
  ])
  static let record = TypeDeclaration.record([
    .need("topic", .topic), .need("kind", .text), .need("sequence", .int), .need("time", .time), .may("line", .text), .may("call", .uuid),
    .may("provider", .text), .need("data", .object),
  ])
}
