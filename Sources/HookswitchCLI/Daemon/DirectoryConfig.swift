internal import CallDirectory
internal import Hookswitch
internal import HostConfiguration
internal import Locking
internal import StrictJSON

// The member `directories` of a daemon's configuration.
extension DirectorySettings {
  private static let members = [
    "directory", "name", "enabled", "order", "executable", "file", "plugin", "settings", "network", "region", "maximumEntries", "every",
    "sort", "deadline",
  ]
  private static let idLimit = 128
  private static let largest: Int64 = 1_000_000_000

  /// Reads the directories.
  ///
  /// - Parameter node: the array.
  /// - Throws: an error with the place of a wrong member.
  static func read(_ node: ConfigNode) throws(RunConfigError) -> [DirectorySettings] {
    var all: [DirectorySettings] = []
    for item in try node.items {
      let settings = try DirectorySettings(item)
      if all.contains(where: { $0.id == settings.id }) {
        throw RunConfigError(file: item.file, path: item.path + ".directory", reason: "\"\(settings.id)\" is the id of another directory")
      }
      all.append(settings)
    }
    return all
  }

  private init(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(Self.members)
    guard let idNode = members["directory"] else {
      throw RunConfigError(file: node.file, path: node.path + ".directory", reason: "is missing; write an id such as org.example.spam")
    }
    let id = try idNode.text
    let isPlain = id.utf8.allSatisfy { ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) || (48...57).contains($0) || $0 == 45 || $0 == 46 || $0 == 95 }
    guard isPlain, !id.hasPrefix("."), id.utf8.count <= Self.idLimit else {
      throw idNode.wrong("is no id: letters, digits, \"-\", \"_\" and \".\", at most \(Self.idLimit), and no \".\" first")
    }
    self.init(id: id, name: try members["name"]?.text, source: try Self.source(node, members))
    if let node = members["enabled"] { isEnabled = try node.flag }
    if let node = members["order"] { order = try node.integer(-1_000_000...1_000_000) }
    if let node = members["maximumEntries"] { limits.maximumEntries = try node.integer(1...Self.largest) }
    if let node = members["sort"] { limits.sorts = try node.flag }
    if let node = members["every"] { every = Double(try node.integer(1...31_622_400)) }
    if let node = members["deadline"] { deadline = Self.seconds(try node.seconds) }
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  private static func source(_ node: ConfigNode, _ members: [String: ConfigNode]) throws(RunConfigError) -> DirectorySource {
    let sources = ["executable", "plugin", "file"].filter { members[$0] != nil }
    guard sources.count == 1, let kind = sources.first, let source = members[kind] else {
      throw node.wrong("needs exactly one of \"executable\", \"plugin\" and \"file\"")
    }
    for (name, kinds) in counts {
      if let member = members[name], !kinds.contains(kind) {
        throw member.wrong("counts for \(kinds.map { "\"\($0)\"" }.joined(separator: " and ")) only")
      }
    }
    let network = try members["network"]?.flag ?? false
    switch kind {
    case "executable":
      let words = try source.texts
      guard let path = words.first, path.hasPrefix("/") else {
        throw source.wrong("needs the absolute path of a program first, then its arguments")
      }
      return .executable(words, network: network)
    case "plugin":
      let settings = members["settings"]?.value.sorted.text ?? ""
      guard settings.utf8.count <= settingsLimit else {
        throw source.wrong("has settings of more than \(settingsLimit) bytes; put them into a file, and its path into \"settings\"")
      }
      return .plugin(path(try source.text, source), settings: settings, network: network)
    default:
      let text = try source.text
      guard FileReader.Form(of: text) != nil else { throw source.wrong("is neither a .csv nor a .txt file") }
      var region: String?
      if let node = members["region"] {
        region = try node.text
        guard LocalNumbers(region: region ?? "") != nil else { throw node.wrong(LocalNumbers.refusal) }
      }
      return .file(path(text, source), region: region)
    }
  }

  /// The members that count for some sources alone.
  private static let counts = [("region", ["file"]), ("settings", ["plugin"]), ("network", ["executable", "plugin"])]
  /// The largest size of a plugin's settings, in bytes: they go through its environment.
  private static let settingsLimit = 65_536

  /// Returns the path of a file; a relative one begins at the folder of the configuration.
  private static func path(_ text: String, _ node: ConfigNode) -> String {
    if text.hasPrefix("/") { return text }
    let folder = node.file.lastIndex(of: "/").map { String(node.file[...$0]) } ?? ""
    return folder + text
  }
}

/// The number plans of the regions in files of numbers.
final class RegionNumbers: Sendable {
  /// The plans of this process.
  static let shared = RegionNumbers()

  private let known = Locked<[String: HandleRegistry]>([:])

  /// Returns the E.164 form of a national number; nil for a text that is no number of the region.
  var normalize: @Sendable (_ number: String, _ region: String) -> String? {
    { [self] number, region in
      let normal = registry(of: region).normalized(Handle(type: .phoneNumber, value: number)).value
      return normal.hasPrefix("+") ? normal : nil
    }
  }

  private func registry(of region: String) -> HandleRegistry {
    if let registry = known.withLock({ $0[region] }) { return registry }
    var settings = HostSettings()
    LocalNumbers(region: region)?.apply(to: &settings)
    let registry = settings.handles
    known.withLock { $0[region] = registry }
    return registry
  }
}
