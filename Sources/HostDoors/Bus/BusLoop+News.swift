internal import DoorKit
internal import HostSurface
internal import StrictJSON

// The signals that the door sends.
extension BusLoop {
  private static let manager = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"

  func tell(_ news: BusNews) {
    switch news {
    case .added(let path, let values):
      link?.emit(Self.root(of: path), Self.manager, "InterfacesAdded") { Self.write(path, values, to: $0) }
    case .removed(let path, let interfaces):
      link?.emit(Self.root(of: path), Self.manager, "InterfacesRemoved") { message in
        message.append(text: path, "o")
        message.append(BusValue(.strings(interfaces), as: "as"))
      }
    case .changed(let path, let interface, let values):
      link?.emit(path, Self.properties, "PropertiesChanged") { message in
        message.append(text: interface)
        Self.write(values, to: message)
        message.append(BusValue(.array([]), as: "as"))
      }
    case .signal(let path, let interface, let name, let values):
      link?.emit(path, interface, name) { message in for value in values { message.append(value) } }
    }
  }

  /// The path of the manager of an object.
  private static func root(of path: String) -> String { GnomeCalls.isObject(path) ? GnomeCalls.root : BusObject.root }

  /// Writes an object's path, and its interfaces with their properties.
  static func write(_ path: String, _ values: [String: BusProperties], to message: BusMessage) {
    message.append(text: path, "o")
    message.container("a", "{sa{sv}}") {
      for (interface, own) in values.sorted(by: { $0.key < $1.key }) {
        message.container("e", "sa{sv}") {
          message.append(text: interface)
          write(own, to: message)
        }
      }
    }
  }

  /// Writes properties as a dictionary of variants.
  static func write(_ values: BusProperties, to message: BusMessage) {
    message.container("a", "{sv}") {
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        message.container("e", "sv") {
          message.append(text: name)
          message.container("v", value.signature) { message.append(value) }
        }
      }
    }
  }
}
