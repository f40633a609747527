package import DoorKit
internal import HostSurface

/// The values of an interface's properties, by name.
package typealias BusProperties = [String: BusValue]

/// A change that the door tells on the bus.
package enum BusNews: Equatable, Sendable {
  /// An object is there, with the properties of its interfaces.
  case added(path: String, [String: BusProperties])
  /// An object is gone; it had these interfaces.
  case removed(path: String, interfaces: [String])
  case changed(path: String, interface: String, BusProperties)
  case signal(path: String, interface: String, name: String, [BusValue])

  /// True for a new object.
  package var isAddition: Bool { if case .added = self { true } else { false } }

  /// Returns the news of one object.
  ///
  /// - Parameters:
  ///   - path: the object's path.
  ///   - interfaces: its interfaces, which say which properties are told.
  ///   - old: the properties as they were told; nil for a new object.
  ///   - new: the properties now; nil for an object that is gone.
  static func change(
    of path: String, _ interfaces: [BusInterface], from old: [String: BusProperties]?, to new: [String: BusProperties]?
  ) -> [BusNews] {
    guard let new else { return old.map { [.removed(path: path, interfaces: $0.keys.sorted())] } ?? [] }
    guard let old else { return [.added(path: path, new)] }
    return interfaces.compactMap { interface in
      let (before, after) = (old[interface.name] ?? [:], new[interface.name] ?? [:])
      let told = Set(interface.properties.lazy.filter { $0.changes == .told }.map(\.name))
      let changes = after.filter { told.contains($0.key) && before[$0.key] != $0.value }
      return changes.isEmpty ? nil : .changed(path: path, interface: interface.name, changes)
    }
  }
}
