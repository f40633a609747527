package import Hookswitch

/// An entry of the member `screeners` of a configuration: a program that lines ask about incoming calls (I8).
package struct RunScreener: Equatable, Sendable {
  package var name: ScreenerID
  /// The lines that ask it; nil for all lines.
  package var lines: [LineID]?
  /// The time for its verdict; nil for that of the policy.
  package var deadline: Duration?

  /// Reads an entry.
  package init(_ node: ConfigNode) throws(RunConfigError) {
    let members = try node.members(["name", "lines", "deadline"])
    guard let name = members["name"] else {
      throw RunConfigError(
        file: node.file, path: node.path + ".name", reason: "is missing; write the name under which the program registers")
    }
    self.name = ScreenerID(rawValue: try name.text)
    if let node = members["lines"] {
      let lines = try node.texts.map { LineID(rawValue: $0) }
      guard !lines.isEmpty else { throw node.wrong("is empty; leave it out for all lines") }
      self.lines = lines
    }
    deadline = try members["deadline"]?.seconds
  }

  /// Reads the member `screeners`.
  package static func all(_ node: ConfigNode) throws(RunConfigError) -> [RunScreener] {
    var screeners: [RunScreener] = []
    for item in try node.items {
      let screener = try RunScreener(item)
      if screeners.contains(where: { $0.name == screener.name }) {
        throw RunConfigError(
          file: item.file, path: item.path + ".name", reason: "\"\(screener.name)\" is the name of another screener")
      }
      screeners.append(screener)
    }
    return screeners
  }
}

extension RunConfig {
  /// Returns the policy of all lines with the screeners that all lines ask, and the policies of the lines that differ.
  ///
  /// - Parameter base: the policy without the member `screeners` of the configuration.
  package func screened(_ base: LinePolicy) -> (usual: LinePolicy, lines: [LineID: LinePolicy]) {
    func policy(of line: LineID?) -> LinePolicy {
      var own = line.flatMap { policies[$0] } ?? base
      if line.map({ !linesWithNumbers.contains($0) }) ?? true { own.emergencyNumbers = base.emergencyNumbers }
      for screener in screeners where screener.lines.map({ lines in line.map { lines.contains($0) } ?? false }) ?? true {
        if !own.screeners.contains(screener.name) { own.screeners.append(screener.name) }
        if let deadline = screener.deadline { own.screenDeadlines[screener.name] = deadline }
      }
      return own
    }
    let named = Set(screeners.flatMap { $0.lines ?? [] }).union(policies.keys)
    return (policy(of: nil), Dictionary(uniqueKeysWithValues: named.map { ($0, policy(of: $0)) }))
  }
}
