// The D-Bus interfaces of providers, and of the objects of programs.

extension BusInterface {
  /// A provider.
  package static let provider = BusInterface(
    name: "org.hookswitch.Provider1", isImplementedByPrograms: false,
    methods: [
      .method("Configure", .row(.providerConfigure), of: "provider", .into("settings", "s")),
      .method("Reset", .row(.providerReset), of: "provider"),
      .method("Pardon", .row(.providerPardon), of: "provider"),
    ],
    signals: [],
    properties: [
      .property("Name", "s", .provider, "provider", changes: .never),
      .property("DisplayName", "s", .provider, "name"),
      .property("Kind", "s", .provider, "kind"),
      .property("Transport", "s", .provider, "transport"),
      .property("Standing", "s", .provider, "standing"),
      .property("Reason", "s", .provider, "reason"),
      .property("Line", "s", .provider, "line"),
      .property("HandleTypes", "as", .provider, "handleTypes"),
      .property("Capabilities", "as", .provider, "capabilities"),
      .property("Calls", "u", .provider, "calls"),
    ])

  /// The reports of a provider that is a program.
  package static let providerReports = BusInterface(
    name: "org.hookswitch.ProviderReports1", isImplementedByPrograms: false,
    methods: [
      .method("SetReady", .row(.providerSetReady), of: "provider", .into("ready", "b"), .into("reason", "s")),
      .method(
        "ReportIncoming", .row(.providerReportIncoming), of: "provider", .into("uuid", "s", .parameter("call")), .into("update", "a{sv}"),
        .into("options", "a{sv}", .members), .out("shown", "b"), .out("refusal", "s")),
      .method(
        "Report", .row(.providerReport), of: "provider", .into("uuid", "s", .parameter("call")), .into("report", "s"),
        .into("details", "a{sv}", .members)),
    ],
    signals: [],
    properties: [])

  /// A program that carries calls.
  package static let callProvider = BusInterface(
    name: "org.hookswitch.CallProvider1", isImplementedByPrograms: true,
    methods: [
      .method("Begin", .notification(.providerTold), .into("epoch", "s")),
      .method(
        "Perform", .notification(.providerAction), .into("action", "t"), .into("kind", "s"), .into("uuid", "s"),
        .into("details", "a{sv}", .members)),
      .method("Cancel", .notification(.providerCancelled), .into("action", "t")),
      .method("Told", .notification(.providerTold), .into("kind", "s"), .into("uuid", "s"), .into("details", "a{sv}", .members)),
    ],
    signals: [],
    properties: [])

  /// A program that screens callers.
  package static let callScreener = BusInterface(
    name: "org.hookswitch.CallScreener1", isImplementedByPrograms: true,
    methods: [
      .method(
        "Screen", .notification(.screenerAsk), .into("uuid", "s"), .into("provider", "s"), .into("line", "s"), .into("update", "a{sv}"),
        .into("seconds", "d"), .out("verdict", "s"), .out("reason", "s")),
      .method("GiveUp", .notification(.screenerGiveUp), .into("uuid", "s")),
    ],
    signals: [],
    properties: [])
}
