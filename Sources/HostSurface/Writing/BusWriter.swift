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
