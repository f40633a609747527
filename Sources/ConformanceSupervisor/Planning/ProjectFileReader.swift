internal import ConformanceReport
internal import StrictJSON

/// Reads a project file strictly: an unknown member, and a waiver without a reason or past its day, are errors.
struct ProjectFileReader {
  let file: String
  let today: String

  func read(_ bytes: [UInt8]) throws(ConformanceError) -> ProjectFile {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw .usage("\(file):\(error.line):\(error.column): \(error.reason)")
    }
    let members = try members(value, "$", known: ["waivers", "config", "level", "skip", "require"])
    var project = ProjectFile()
    for member in members {
      let path = "$.\(member.name)"
      switch member.name {
      case "waivers": project.waivers = try waivers(member.value, path)
      case "config": project.config = beside(try text(member.value, path))
      case "level": project.level = try level(member.value, path)
      case "skip": project.skip = try texts(member.value, path)
      default: project.require = try texts(member.value, path)
      }
    }
    return project
  }

  private func waivers(_ value: JSONValue, _ path: String) throws(ConformanceError) -> [Waiver] {
    var waivers: [Waiver] = []
    for (index, item) in try list(value, path).enumerated() { waivers.append(try waiver(item, "\(path)[\(index)]")) }
    return waivers
  }

  private func waiver(_ value: JSONValue, _ path: String) throws(ConformanceError) -> Waiver {
    let members = try members(value, path, known: ["test", "reason", "expires"])
    func member(_ name: String) throws(ConformanceError) -> String {
      guard let member = members.first(where: { $0.name == name }) else {
        throw error(path, "has no \(name): a waiver names its test, a reason and the day that it expires")
      }
      let text = try text(member.value, "\(path).\(name)")
      guard !text.isEmpty else { throw error("\(path).\(name)", "is empty") }
      return text
    }
    let waiver = Waiver(tests: try member("test"), reason: try member("reason"), expires: try member("expires"))
    guard Self.isDay(waiver.expires) else { throw error("\(path).expires", "is not a day; write it as 2027-01-31") }
    // Days in this form sort as text.
    guard waiver.expires >= today else {
      throw error("\(path).expires", "was \(waiver.expires): fix \(waiver.tests), or renew the waiver with a new day and reason")
    }
    return waiver
  }

  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }) else { return false }
    guard let month = Int(parts[1]), let day = Int(parts[2]) else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
  }

  private func level(_ value: JSONValue, _ path: String) throws(ConformanceError) -> ConformanceLevel {
    let word = try text(value, path)
    guard let level = ConformanceLevel(rawValue: word) else {
      throw error(path, "is \(word), not one of \(ConformanceLevel.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return level
  }

  /// Returns a path in the file relative to the file's folder.
  private func beside(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return file[...slash] + path
  }

  private func members(_ value: JSONValue, _ path: String, known: [String]) throws(ConformanceError) -> [JSONValue.Member] {
    guard case .object(let members) = value else { throw error(path, "is \(value.kind), should be an object") }
    if let stranger = members.first(where: { !known.contains($0.name) }) {
      throw error("\(path).\(stranger.name)", "is not a known member; known are \(known.joined(separator: ", "))")
    }
    return members
  }

  private func list(_ value: JSONValue, _ path: String) throws(ConformanceError) -> [JSONValue] {
    guard let items = value.array else { throw error(path, "is \(value.kind), should be an array") }
    return items
  }

  private func text(_ value: JSONValue, _ path: String) throws(ConformanceError) -> String {
    guard let text = value.string else { throw error(path, "is \(value.kind), should be a string") }
    return text
  }

  private func texts(_ value: JSONValue, _ path: String) throws(ConformanceError) -> [String] {
    var texts: [String] = []
    for (index, item) in try list(value, path).enumerated() { texts.append(try text(item, "\(path)[\(index)]")) }
    return texts
  }

  private func error(_ path: String, _ reason: String) -> ConformanceError { .usage("\(file): \(path): \(reason)") }
}
