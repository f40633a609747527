// The rows of the table about access and events.

extension HostSurface {
  static let accessList = MethodDeclaration.query(
    .configure, "Returns the grants, and the peers that wait for one.", [],
    .members([.need("grants", list: .grant), .need("pending", list: .grant)]))
  static let accessGrant = MethodDeclaration.change(
    .configure, "Grants rights to a peer.",
    [.need("peer", .text), .need("rights", list: .right), .may("names", list: .text)],
    .type(.grant))
  static let accessRevoke = MethodDeclaration.change(.configure, "Takes a peer's grant back.", [.need("peer", .text)], .nothing)
  static let eventsSubscribe = MethodDeclaration.query(
    .observe, "Begins a subscription, and returns the states of its topics.",
    [.need("topics", list: .topic), .may("lines", list: .text), .may("since", .cursor)],
    .type(.subscription))
  static let eventsUnsubscribe = MethodDeclaration.query(.observe, "Ends a subscription.", [.need("subscription", .int)], .nothing)
  static let eventsRead = MethodDeclaration.query(
    .observe, "Returns records after a cursor, for a peer that has no subscription.",
    [.need("since", .cursor), .may("topics", list: .topic), .may("limit", .int, 1000)],
    .members([.need("records", list: .record), .need("next", .cursor), .need("lost", .int)]))
}
