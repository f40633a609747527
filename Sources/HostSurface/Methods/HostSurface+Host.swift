// The rows of the table about the host and its lines.

extension HostSurface {
  static let hostHello = MethodDeclaration.query(
    .observe, "Greets the host, and returns its version, its epoch and the rights of the peer.",
    [.may("client", .text), .may("version", .text)],
    .type(.hello))
  static let rpcDiscover = MethodDeclaration.query(.observe, "Returns this table as an OpenRPC document.", [], .type(.object))
  static let hostStatus = MethodDeclaration.query(.observe, "Returns the host's state and problems.", [], .type(.hostStatus))
  static let hostReload = MethodDeclaration.change(
    .configure, "Reads the configuration again, and takes it whole or not at all.", [],
    .type(.reload))
  static let hostDrain = MethodDeclaration.change(
    .configure, "Takes no new calls, and stops when the last one has ended or the deadline has passed.",
    [.may("deadline", .seconds, 60)],
    .type(.hostStatus))
  static let hostStop = MethodDeclaration.change(
    .configure, "Ends all calls and stops.",
    [.may("deadline", .seconds, 5)],
    .type(.hostStatus))
  static let hostSetLog = MethodDeclaration.change(
    .configure, "Changes the level of the log and of its topics.",
    [.may("level", .logLevel), .may("topics", map: .logLevel)],
    .type(.hostStatus))
  static let lineList = MethodDeclaration.query(.observe, "Returns all lines.", [], .members([.need("lines", list: .line)]))
  static let lineGet = MethodDeclaration.query(.observe, "Returns a line.", [.may("line", .text, "main")], .type(.line))
  static let lineGetPolicy = MethodDeclaration.query(.observe, "Returns a line's policy.", [.may("line", .text, "main")], .type(.policy))
  static let lineSetPolicy = MethodDeclaration.change(
    .configure, "Changes the named members of a line's policy, also while it has calls.",
    [.may("line", .text, "main"), .need("policy", .policy)],
    .type(.policy))
}
