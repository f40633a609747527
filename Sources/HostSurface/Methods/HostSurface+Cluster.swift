// The rows of the table about the cluster; without one they fail with `unavailable`.

extension HostSurface {
  static let clusterStatus = MethodDeclaration.query(.observe, "Returns the state of this node of a cluster.", [], .type(.clusterStatus))
  static let clusterNodes = MethodDeclaration.query(
    .observe, "Returns all nodes of the cluster by name.", [], .members([.need("nodes", list: .clusterNode)]))
  static let clusterWhere = MethodDeclaration.query(
    .observe, "Tells which node has a line.", [.need("line", .text)], .type(.clusterPlace))
  static let clusterLent = MethodDeclaration.query(
    .observe, "Returns the lines that are lent to another node than the owner of their slot.", [],
    .members([.need("lines", list: .clusterLoan)]))
  static let clusterStrays = MethodDeclaration.query(
    .observe, "Returns the calls of nodes that are gone, as this node knows them.", [],
    .members([.need("strays", list: .clusterStray)]))
  static let clusterRecords = MethodDeclaration.query(
    .observe, "Returns records of calls from the cluster's stream, the oldest first.",
    [.may("line", .text), .may("after", .int, 0), .may("limit", .int, 100)],
    .members([.need("records", list: .clusterRecord), .may("next", .int), .need("isLast", .bool)]))
  static let clusterDrain = MethodDeclaration.change(
    .configure, "Lets a node give its slots away and take no new calls; without a name this node.",
    [.may("node", .text), .may("limitSeconds", .seconds, 1_800), .may("then", .drainEnd, "end")],
    .type(.clusterStatus))
  static let clusterUndrain = MethodDeclaration.change(
    .configure, "Ends the drain of a node; without a name of this node.", [.may("node", .text)], .type(.clusterStatus))
  static let clusterRelease = MethodDeclaration.change(
    .configure, "Declares that the process of a node has ended for certain, so that others take its slots at once.",
    [.need("node", .text), .may("dead", .bool, false)],
    .nothing)
  static let clusterForget = MethodDeclaration.change(
    .configure, "Ends the strays of a node that does not come back.", [.need("node", .text)], .members([.need("ended", .int)]))
  static let clusterGetLine = MethodDeclaration.query(
    .configure, "Returns the settings of a line that all nodes share: its accounts, policy and do-not-disturb.", [.need("line", .text)],
    .type(.clusterLine))
  static let clusterSetLine = MethodDeclaration.change(
    .configure, "Replaces the settings of a line, with members as the configuration has them; do-not-disturb stays where they lack it.",
    [.need("line", .text), .need("settings", .object)], .nothing)
  static let clusterRemoveLine = MethodDeclaration.change(
    .configure, "Removes the settings of a line; its accounts go away on all nodes.", [.need("line", .text)], .nothing)
}
