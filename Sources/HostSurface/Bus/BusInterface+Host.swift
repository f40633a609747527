// The D-Bus interfaces of the host.

extension BusInterface {
  /// The host.
  package static let host = BusInterface(
    name: "org.hookswitch.Host1", isImplementedByPrograms: false,
    methods: [
      .method("Invoke", .anyMethod, .into("method", "s"), .into("parameters", "s"), .out("result", "s")),
      .method("Dial", .row(.callStart), .into("handle", "s"), .into("options", "a{sv}", .members), .out("call", "o"), .out("request", "t")),
      .method(
        "OpenURL", .row(.callStart), .into("url", "s", .parameter("handle")), .into("options", "a{sv}", .members), .out("call", "o"),
        .out("request", "t")),
      .method("Merge", .row(.callMerge), .into("calls", "ao"), .into("options", "a{sv}", .members), .out("request", "t")),
      .method("Perform", .row(.callPerform), .into("actions", "aa{sv}"), .into("options", "a{sv}", .members), .out("request", "t")),
      .method("CheckCaller", .row(.callerCheck), .into("handle", "s"), .out("decision", "a{sv}")),
      .method(
        "GetEvents", .row(.eventsRead), .into("epoch", "s", .parameter("since")), .into("since", "t", .parameter("since")),
        .into("limit", "u"), .out("records", "aa{sv}"), .out("next", "t"), .out("lost", "x")),
      .method("Reload", .row(.hostReload), .out("result", "a{sv}")),
      .method(
        "RegisterProvider", .row(.providerRegister), .into("provider", "s"), .into("object", "o", .door), .into("configuration", "a{sv}"),
        .out("path", "o")),
      .method("UnregisterProvider", .row(.providerUnregister), .into("provider", "s")),
      .method("RegisterScreener", .row(.screenerRegister), .into("screener", "s"), .into("object", "o", .door)),
      .method("UnregisterScreener", .row(.screenerUnregister), .into("screener", "s")),
    ],
    signals: [
      .signal(
        // A signal goes to all programs: records that need the right `configure` are read with `GetEvents`.
        "Event", .topics(Topic.allCases.filter { !$0.isState && $0.right == .observe }), .out("sequence", "t"), .out("topic", "s"),
        .out("kind", "s"),
        .out("subject", "o"), .out("data", "a{sv}")),
      .signal(
        "RequestSettled", .notification(.request), .out("request", "t"), .out("state", "s"), .out("error", "s"), .out("details", "a{sv}")),
    ],
    properties: [
      .property("Version", "s", .hostStatus, "version", changes: .never),
      .property("Epoch", "s", .hostStatus, "epoch", changes: .never),
      .property("Sequence", "t", .hello, "sequence", changes: .untold),
      .property("State", "s", .hostStatus, "state"),
      .property("Store", "s", .hostStatus, "store"),
      .property("Problems", "as", .hostStatus, "problems"),
      .property("UnreadMissed", "u", .hostStatus, "unreadMissed"),
    ])
}
