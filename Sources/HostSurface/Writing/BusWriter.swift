extension HostSurface {
  /// The D-Bus interfaces as introspection XML: docs/dbus/org.hookswitch.Host1.xml.
  package static var busXML: String {
    """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
    \(BusInterface.all.map(xml).joined(separator: "\n"))
    </node>
    """
  }

  private static func xml(of interface: BusInterface) -> String {
    let comment = interface.isImplementedByPrograms ? "<!-- implemented by programs -->" : ""
    let members =
      interface.methods.map { element("method", $0, hasDirections: true) } + interface.signals.map { element("signal", $0) }
      + interface.properties.map(property)
    return (["  <interface name=\"\(interface.name)\">\(comment)"] + members.flatMap { $0 } + ["  </interface>"]).joined(separator: "\n")
  }

  private static func element(_ tag: String, _ member: BusMember, hasDirections: Bool = false) -> [String] {
    guard !member.arguments.isEmpty else { return ["    <\(tag) name=\"\(member.name)\"/>"] }
    let arguments = member.arguments.map { argument in
      let direction = hasDirections ? " direction=\"\(argument.use == nil ? "out" : "in")\"" : ""
      return "      <arg name=\"\(argument.name)\" type=\"\(argument.signature)\"\(direction)/>"
    }
    return ["    <\(tag) name=\"\(member.name)\">"] + arguments + ["    </\(tag)>"]
  }

  private static func property(_ member: BusMember) -> [String] {
    let head = "    <property name=\"\(member.name)\" type=\"\(member.signature ?? "")\" access=\"read\""
    guard member.changes != .told else { return [head + "/>"] }
    return [
      head + ">",
      "      <annotation name=\"org.freedesktop.DBus.Property.EmitsChangedSignal\" value=\"\(member.changes.rawValue)\"/>",
      "    </property>",
    ]
  }
}

// Introspection of single objects.
extension HostSurface {
  /// Returns the introspection XML of one object on the bus.
  ///
  /// - Parameters:
  ///   - interfaces: the object's interfaces of the table.
  ///   - managesObjects: true for an object manager.
  ///   - children: the names of the nodes below.
  package static func busNode(_ interfaces: [BusInterface], managesObjects: Bool, children: [String]) -> String {
    let standard = [introspectable] + (interfaces.contains { !$0.properties.isEmpty } ? [properties] : [])
    let own = standard + (managesObjects ? [objectManager] : []) + interfaces
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
        "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node>
      \((own.map(xml) + children.map { "  <node name=\"\($0)\"/>" }).joined(separator: "\n"))
      </node>
      """
  }

  private static let introspectable = BusInterface(
    name: "org.freedesktop.DBus.Introspectable", isImplementedByPrograms: false,
    methods: [.method("Introspect", .anyMethod, .out("xml_data", "s"))], signals: [], properties: [])

  private static let properties = BusInterface(
    name: "org.freedesktop.DBus.Properties", isImplementedByPrograms: false,
    methods: [
      .method("Get", .anyMethod, .into("interface_name", "s"), .into("property_name", "s"), .out("value", "v")),
      .method("GetAll", .anyMethod, .into("interface_name", "s"), .out("properties", "a{sv}")),
      .method("Set", .anyMethod, .into("interface_name", "s"), .into("property_name", "s"), .into("value", "v")),
    ],
    signals: [
      .signal(
        "PropertiesChanged", .anyMethod, .out("interface_name", "s"), .out("changed_properties", "a{sv}"),
        .out("invalidated_properties", "as"))
    ],
    properties: [])

  private static let objectManager = BusInterface(
    name: "org.freedesktop.DBus.ObjectManager", isImplementedByPrograms: false,
    methods: [.method("GetManagedObjects", .anyMethod, .out("objects", "a{oa{sa{sv}}}"))],
    signals: [
      .signal("InterfacesAdded", .anyMethod, .out("object", "o"), .out("interfaces", "a{sa{sv}}")),
      .signal("InterfacesRemoved", .anyMethod, .out("object", "o"), .out("interfaces", "as")),
    ],
    properties: [])
}
