// The rows of the table about providers, transports and programs.

extension HostSurface {
  static let providerList = MethodDeclaration.query(.observe, "Returns all providers.", [], .members([.need("providers", list: .provider)]))
  static let providerGet = MethodDeclaration.query(.observe, "Returns a provider.", [.need("provider", .text)], .type(.provider))
  static let providerAdd = MethodDeclaration.change(
    .configure, "Adds a provider of a transport.",
    [.need("name", .text), .need("transport", .text), .may("line", .text, "main"), .may("settings", .object)],
    .type(.provider))
  static let providerConfigure = MethodDeclaration.change(
    .configure, "Changes a provider's settings, whole or not at all.",
    [.need("provider", .text), .need("settings", .object)],
    .type(.provider))
  static let providerRemove = MethodDeclaration.change(
    .configure, "Removes a provider, after its calls have ended or the time has passed.",
    [.need("provider", .text), .may("drain", .seconds, 0)],
    .nothing)
  static let providerStatistics = MethodDeclaration.query(
    .observe, "Returns the counters of a provider's transport.",
    [.need("provider", .text), .may("level", .int, 1)],
    .members([.need("statistics", .object)]))
  static let transportList = MethodDeclaration.query(
    .observe, "Returns the transports that the host can find.", [],
    .members([.need("transports", list: .transport)]))
  static let transportProcesses = MethodDeclaration.query(
    .observe, "Returns the processes of transports.", [],
    .members([.need("processes", list: .transportProcess)]))
  static let transportUpgrade = MethodDeclaration.change(
    .configure, "Changes a transport to another version while calls go on.",
    [.need("transport", .text), .may("file", .text)],
    .type(.transportProcess))
  static let transportUnquarantine = MethodDeclaration.change(
    .configure, "Lets the host load a transport again that crashed.",
    [.need("transport", .text)],
    .type(.transport))
  static let providerRegister = MethodDeclaration.change(
    .provide, "Registers this connection as a provider.",
    [.need("provider", .text), .may("configuration", .providerConfiguration)],
    .type(.provider))
  static let providerUnregister = MethodDeclaration.change(
    .provide, "Retires a provider of this connection.",
    [.need("provider", .text)],
    .nothing)
  static let providerSetReady = MethodDeclaration.change(
    .provide, "Tells that the provider can place calls, or cannot.",
    [.need("provider", .text), .need("ready", .bool), .may("reason", .text)],
    .nothing)
  static let providerReportIncoming = MethodDeclaration.change(
    .provide, "Reports an incoming call, and returns the verdict.",
    [.need("provider", .text), .need("call", .uuid), .may("update", .callUpdate), .may("line", .text), .may("replaces", .uuid)],
    .type(.verdict))
  static let providerReport = MethodDeclaration.change(
    .provide, "Reports a change of a call.",
    [
      .need("provider", .text), .need("call", .uuid), .need("report", .reportKind), .may("update", .callUpdate),
      .may("reason", .endReason), .may("transport", .transportError), .may("digits", .text, limit: digitsLimit),
      .may("handle", .handleArg), .may("at", .time),
    ],
    .nothing)
  static let providerFulfill = MethodDeclaration.change(
    .provide, "Tells that an action is carried out.",
    [.need("provider", .text), .need("action", .int)],
    .nothing)
  static let providerFail = MethodDeclaration.change(
    .provide, "Tells that an action failed.",
    [.need("provider", .text), .need("action", .int), .may("error", .transportError)],
    .nothing)
  static let screenerRegister = MethodDeclaration.change(
    .screen, "Registers this connection as a screener.",
    [.need("screener", .text)],
    .nothing)
  static let screenerUnregister = MethodDeclaration.change(
    .screen, "Retires a screener of this connection.",
    [.need("screener", .text)],
    .nothing)
  static let screenerAnswer = MethodDeclaration.change(
    .screen, "Gives a verdict on an incoming call.",
    [.need("screener", .text), .need("call", .uuid), .need("verdict", .screenVerdict), .may("reason", .text)],
    .nothing)

  /// `provider.reset` and `provider.pardon`, which give a provider a new beginning.
  static func providerRenewed(_ method: MethodName) -> MethodDeclaration {
    .change(
      .configure, method == .providerReset ? "Drops a provider's calls and begins anew." : "Ends a provider's quarantine.",
      [.need("provider", .text)], .type(.provider))
  }
}
