// The D-Bus interfaces of the memory.

extension BusInterface {
  /// The history of calls.
  package static let history = BusInterface(
    name: "org.hookswitch.History1", isImplementedByPrograms: false,
    methods: [
      .method(
        "List", .row(.historyList), .into("filter", "a{sv}"), .into("before", "x"), .into("limit", "u"), .out("calls", "aa{sv}"),
        .out("next", "x")),
      .method("MarkRead", .row(.historyMarkRead), .into("ids", "ax"), .out("changed", "u")),
      .method("Remove", .row(.historyRemove), .into("ids", "ax"), .out("changed", "u")),
    ],
    signals: [
      .signal("Changed", .topics([.history]), .out("change", "x"), .out("ids", "ax"))
    ],
    properties: [])

  /// The contacts.
  package static let contacts = BusInterface(
    name: "org.hookswitch.Contacts1", isImplementedByPrograms: false,
    methods: [
      .method("List", .row(.contactList), .into("text", "s"), .into("limit", "u"), .out("contacts", "aa{sv}")),
      .method("Match", .row(.contactMatch), .into("handle", "s"), .out("contact", "a{sv}")),
      .method("Put", .row(.contactPut), .into("contact", "a{sv}"), .out("id", "x")),
      .method("Remove", .row(.contactRemove), .into("id", "x")),
    ],
    signals: [
      .signal("Changed", .topics([.store]), .out("ids", "ax"))
    ],
    properties: [])

  /// The block list.
  package static let blockList = BusInterface(
    name: "org.hookswitch.BlockList1", isImplementedByPrograms: false,
    methods: [
      .method("List", .row(.blockList), .out("rules", "aa{sv}")),
      .method("Add", .row(.blockAdd), .into("kind", "s"), .into("value", "s"), .into("options", "a{sv}", .members), .out("id", "x")),
      .method("Remove", .row(.blockRemove), .into("id", "x")),
    ],
    signals: [
      .signal("Changed", .topics([.store]), .out("ids", "ax"))
    ],
    properties: [])

  /// Do-not-disturb.
  package static let doNotDisturb = BusInterface(
    name: "org.hookswitch.DoNotDisturb1", isImplementedByPrograms: false,
    methods: [
      .method("Set", .row(.doNotDisturbSet), .into("mode", "s"), .into("until", "s"))
    ],
    signals: [],
    properties: [
      .property("Mode", "s", .doNotDisturb, "mode"),
      .property("Active", "b", .doNotDisturb, "active"),
      .property("Rule", "s", .doNotDisturb, "rule"),
      .property("Until", "s", .doNotDisturb, "until"),
      .property("Effect", "s", .doNotDisturb, "effect"),
    ])

  /// A call directory.
  package static let directory = BusInterface(
    name: "org.hookswitch.Directory1", isImplementedByPrograms: false,
    methods: [
      .method("SetEnabled", .row(.directorySetEnabled), of: "directory", .into("enabled", "b")),
      .method("Reload", .row(.directoryReload), of: "directory", .into("full", "b"), .out("report", "a{sv}")),
    ],
    signals: [],
    properties: [
      .property("Id", "s", .directory, "directory", changes: .never),
      .property("Status", "s", .directory, "status"),
      .property("State", "s", .directory, "state"),
      .property("Blocking", "t", .directory, "blocking"),
      .property("Identification", "t", .directory, "identification"),
      .property("LastReport", "a{sv}", .directory, "lastReport"),
    ])
}
