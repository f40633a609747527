// The types about the cluster.

extension TypeDeclaration {
  static let clusterStatus = TypeDeclaration.record([
    .need("cluster", .text), .need("node", .text), .need("incarnation", .uuid), .need("state", .clusterState), .need("leaseMs", .int),
    .need("slots", .int), .need("lentLines", .int), .need("borrowedLines", .int), .need("strays", .int), .need("unshippedRecords", .int),
    .need("engine", .clusterEngine), .may("traffic", .clusterEngine), .need("takeovers", .int), .may("renewalMs", .int),
    .may("problem", .text),
  ])
  static let clusterEngine = TypeDeclaration.record([
    .need("connected", .bool), .may("server", .text), .may("since", .time), .may("problem", .text),
  ])
  static let clusterNode = TypeDeclaration.record([
    .need("node", .text), .need("incarnation", .uuid), .need("state", .clusterState), .need("dead", .bool), .need("beatAgeMs", .int),
    .need("speaks", list: .int), .need("version", .text), .need("weight", .int), .need("sip", list: .text), .need("load", .clusterLoad),
    .need("slots", .int), .need("lentLines", .int), .need("isHere", .bool),
  ])
  static let clusterLoad = TypeDeclaration.record([
    .need("lines", .int), .need("calls", .int), .need("processor", .seconds), .need("lagMs", .int),
  ])
  static let clusterPlace = TypeDeclaration.record([
    .need("line", .text), .need("slot", .text), .may("node", .text), .may("fence", .int), .need("standing", .lineStanding),
    .may("lentTo", .text), .may("address", .text),
  ])
  static let clusterLoan = TypeDeclaration.record([
    .need("line", .text), .need("slot", .text), .may("owner", .text), .need("borrower", .text), .need("isBorrowedHere", .bool),
  ])
  static let clusterStray = TypeDeclaration.record([
    .need("call", .text), .need("line", .text), .need("node", .text), .may("direction", .direction), .may("handle", .text),
    .may("connected", .time),
  ])
  static let clusterRecord = TypeDeclaration.record([
    .need("sequence", .int), .need("time", .time), .need("key", .text), .need("record", .object),
  ])
  static let clusterLine = TypeDeclaration.record([.need("line", .text), .need("revision", .int), .need("settings", .object)])
}
