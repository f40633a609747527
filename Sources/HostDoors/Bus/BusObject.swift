internal import CSystemd
internal import FoundationEssentials
internal import Glibc
internal import HostSurface

/// An object of the host on the bus.
package enum BusObject: Hashable, Sendable {
  /// `/org/hookswitch/Host1`: the host, its memory and the object manager.
  case manager
  case line(String)
  /// A call, by its UUID in upper case with dashes.
  case call(String)
  case provider(String)
  case directory(String)

  /// The path of the manager, which all other paths continue.
  package static let root = "/org/hookswitch/Host1"

  /// The folders of objects below the manager.
  static let folders = ["lines", "calls", "providers", "directories"]

  /// Reads an object's path; nil for a path of another form.
  ///
  /// The object need not exist.
  ///
  /// - Parameter path: the path.
  package init?(path: String) {
    if path == Self.root {
      self = .manager
      return
    }
    guard path.hasPrefix(Self.root + "/") else { return nil }
    let parts = path.dropFirst(Self.root.count + 1).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "calls":
      guard let call = Self.uuid(parts[1]) else { return nil }
      self = .call(call)
    case "lines", "providers", "directories":
      guard let name = Self.decoded(path, below: "\(Self.root)/\(parts[0])") else { return nil }
      self = parts[0] == "lines" ? .line(name) : parts[0] == "providers" ? .provider(name) : .directory(name)
    default: return nil
    }
  }

  /// The object's path; names are escaped as `sd_bus_path_encode` escapes them.
  package var path: String {
    switch self {
    case .manager: Self.root
    case .line(let name): Self.encoded(name, below: Self.root + "/lines")
    case .call(let uuid): Self.root + "/calls/" + uuid.filter { $0 != "-" }
    case .provider(let name): Self.encoded(name, below: Self.root + "/providers")
    case .directory(let name): Self.encoded(name, below: Self.root + "/directories")
    }
  }

  /// The name by which the table knows the object; nil for the manager.
  package var name: String? {
    switch self {
    case .manager: nil
    case .line(let name), .call(let name), .provider(let name), .directory(let name): name
    }
  }

  private static func uuid(_ digits: Substring) -> String? {
    guard digits.utf8.count == 32 else { return nil }
    var text = ""
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { text += "-" }
      text.append(digit)
    }
    return UUID(uuidString: text)?.uuidString
  }

  private static func encoded(_ name: String, below prefix: String) -> String {
    var path: UnsafeMutablePointer<CChar>?
    guard sd_bus_path_encode(prefix, name, &path) >= 0, let path else { return prefix + "/_" }
    defer { free(path) }
    return String(cString: path)
  }

  private static func decoded(_ path: String, below prefix: String) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    guard sd_bus_path_decode(path, prefix, &name) > 0, let name else { return nil }
    defer { free(name) }
    return String(cString: name)
  }
}
