internal import StrictJSON

/// The parser of manifests.
///
/// It ignores unknown members, so that this host can use newer manifests.
package struct ManifestReader {
  /// The largest manifest that is read, in bytes.
  static let maximumSize = 256 * 1024
  /// The longest text of one member, in bytes.
  static let maximumText = 1024
  /// The largest number of items in a list.
  static let maximumItems = 64

  private let file: String
  private let members: [JSONValue.Member]

  /// Reads the manifest `bytes` from `file`.
  package static func read(_ bytes: [UInt8], file: String) throws(ManifestError) -> TransportManifest {
    guard bytes.count <= maximumSize else {
      throw ManifestError(
        file: file, place: "$", reason: "\(bytes.count) bytes", advice: "a manifest has at most \(maximumSize) bytes")
    }
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw ManifestError(
        file: file, place: "\(error.line):\(error.column)", reason: error.reason, advice: "a manifest is one JSON object")
    }
    guard case .object(let members) = value else {
      throw ManifestError(file: file, place: "$", reason: "\(value.kind)", advice: "a manifest is one JSON object")
    }
    return try ManifestReader(file: file, members: members).manifest()
  }

  private func manifest() throws(ManifestError) -> TransportManifest {
    let format = try required("hookswitch-manifest", try integer("hookswitch-manifest", 0...UInt32.max), "write 1")
    guard format == 1 else {
      throw error("hookswitch-manifest", "format \(format)", "this host reads format 1: use a newer host or an older manifest")
    }
    guard case .object(let abi)? = self["abi"] else {
      throw error("abi", self["abi"].map { "\($0.kind)" } ?? "missing", "write {\"major\": 1, \"minor\": 0}")
    }
    let version = ManifestReader(file: file, members: abi)
    var manifest = TransportManifest(
      id: try id(), version: try required("version", try text("version"), "write the transport's version"),
      library: try library(),
      abiMajor: try required("abi.major", try version.integer("major", 0...UInt32.max, in: "abi."), "write 1"),
      abiMinor: try version.integer("minor", 0...UInt32.max, in: "abi.") ?? 0)
    guard manifest.version.utf8.count <= 31 else { throw error("version", "longer than 31 bytes", "shorten it") }
    manifest.name = try required("name", try text("name"), "write a name for people")
    manifest.vendor = try text("vendor")
    manifest.license = try text("license")
    manifest.buildID = try buildID()
    manifest.language = try text("language")
    manifest.unloadable = try flag("unloadable")
    manifest.capabilities = try list("capabilities")
    manifest.handleKinds = try list("handle-kinds")
    manifest.maximumCalls = try integer("max-calls", 0...UInt32.max)
    manifest.rank = try integer("rank", 0...1000).map(Int.init) ?? manifest.rank
    manifest.isolation = try choice("isolation") ?? manifest.isolation
    manifest.clock = try choice("clock") ?? manifest.clock
    manifest.upgrade = try choice("upgrade") ?? manifest.upgrade
    manifest.deadPeerSeconds = try integer("dead-peer-s", 1...86400)
    manifest.configSchema = try object("config-schema").map { JSONValue.object($0).text }
    if let needs = try object("needs") {
      manifest.needs = try ManifestReader(file: file, members: needs).needs()
    }
    return manifest
  }

  private func needs() throws(ManifestError) -> RunnerNeeds {
    var needs = RunnerNeeds()
    let place = "needs."
    needs.network = try flag("network", in: place) ?? false
    needs.files = try paths("files", in: place)
    needs.write = try paths("write", in: place)
    needs.audio = try flag("audio", in: place) ?? false
    needs.dbus = try list("dbus", in: place) ?? []
    needs.devices = try paths("devices", in: place)
    needs.programs = try flag("programs", in: place) ?? false
    return needs
  }

  /// Absolute paths.
  private func paths(_ name: String, in prefix: String) throws(ManifestError) -> [String] {
    let paths = try list(name, in: prefix) ?? []
    for (index, path) in paths.enumerated() where !path.hasPrefix("/") {
      throw error("\(prefix)\(name)[\(index)]", "\"\(path)\"", "write an absolute path")
    }
    return paths
  }

  /// True when `text` can be a transport's id: `[a-z0-9.-]{3,64}`.
  package static func isID(_ text: String) -> Bool {
    (3...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
  }

  private func id() throws(ManifestError) -> String {
    let id = try required("id", try text("id"), "write the transport's id")
    guard Self.isID(id) else {
      throw error("id", "\"\(id)\"", "an id has 3 to 64 of a-z, 0-9, `.` and `-`")
    }
    return id
  }

  private func library() throws(ManifestError) -> String {
    let name = try required("library", try text("library"), "write the file name of the library")
    guard !name.contains("/"), name.hasSuffix(".so"), name.utf8.count > 3, name.utf8.count <= 255 else {
      throw error("library", "\"\(name)\"", "a library is a file name that ends in .so, in the manifest's own folder")
    }
    return name
  }

  private func buildID() throws(ManifestError) -> String? {
    guard let digits = try text("build-id") else { return nil }
    guard digits.utf8.count.isMultiple(of: 2), digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw error("build-id", "\"\(digits)\"", "write it in hexadecimal digits, as `readelf -n` does")
    }
    return digits.lowercased()
  }

  // MARK: members

  private subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  private func error(_ path: String, _ reason: String, _ advice: String) -> ManifestError {
    ManifestError(file: file, place: "$.\(path)", reason: reason, advice: advice)
  }

  private func required<Value>(_ path: String, _ value: Value?, _ advice: String) throws(ManifestError) -> Value {
    guard let value else { throw error(path, "missing", advice) }
    return value
  }

  private func text(_ name: String, in prefix: String = "") throws(ManifestError) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value else { throw error(prefix + name, value.kind, "write a string") }
    try check(text, prefix + name)
    return text
  }

  private func check(_ text: String, _ path: String) throws(ManifestError) {
    guard !text.isEmpty, text.utf8.count <= Self.maximumText, !TerminalText.hasUnsafe(text) else {
      throw error(path, "a text that is empty, longer than \(Self.maximumText) bytes or has control characters", "shorten or fill it")
    }
  }

  private func integer(_ name: String, _ range: ClosedRange<UInt32>, in prefix: String = "") throws(ManifestError) -> UInt32? {
    guard let value = self[name] else { return nil }
    guard case .number(let number) = value else { throw error(prefix + name, value.kind, "write a whole number") }
    guard let whole = UInt32(exactly: number), range.contains(whole) else {
      throw error(prefix + name, "\(number)", "write a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return whole
  }

  private func flag(_ name: String, in prefix: String = "") throws(ManifestError) -> Bool? {
    guard let value = self[name] else { return nil }
    guard case .bool(let flag) = value else { throw error(prefix + name, value.kind, "write true or false") }
    return flag
  }

  private func list(_ name: String, in prefix: String = "") throws(ManifestError) -> [String]? {
    guard let value = self[name] else { return nil }
    guard case .array(let items) = value else { throw error(prefix + name, value.kind, "write a list of strings") }
    guard items.count <= Self.maximumItems else {
      throw error(prefix + name, "\(items.count) items", "a list has at most \(Self.maximumItems)")
    }
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      guard case .string(let text) = item else { throw error("\(prefix)\(name)[\(index)]", item.kind, "write a string") }
      try check(text, "\(prefix)\(name)[\(index)]")
      guard !texts.contains(text) else { throw error("\(prefix)\(name)[\(index)]", "\"\(text)\" is here twice", "write it once") }
      texts.append(text)
    }
    return texts
  }

  private func object(_ name: String) throws(ManifestError) -> [JSONValue.Member]? {
    guard let value = self[name] else { return nil }
    guard case .object(let members) = value else { throw error(name, value.kind, "write an object") }
    return members
  }

  private func choice<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(ManifestError) -> Choice?
  where Choice.RawValue == String {
    guard let word = try text(name) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      let words = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw error(name, "\"\(word)\"", "write one of \(words)")
    }
    return choice
  }
}
