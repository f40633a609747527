internal import Glibc

/// The transports that were found, each judged; none of their code has run in this process.
public struct TransportCatalog: Sendable, Encodable {
  /// What was looked through, as it was asked for.
  public private(set) var searchPath: SearchPath
  /// What was found, in the order of folders and names.
  public private(set) var candidates: [TransportCandidate] = []
  /// What an operator should know besides, such as that there is no helper: a sentence each.
  public private(set) var remarks: [String] = []

  /// Looks through the folders of `path`; no code runs anywhere before `meet`.
  ///
  /// - Parameter pins: SHA-256 digests in hexadecimal digits by transport id; a file that differs is refused.
  public init(searching path: SearchPath = .standard(), pins: [String: String] = [:]) {
    self.init(searching: path, judge: TransportJudge(pins: pins))
  }

  init(searching path: SearchPath, judge: TransportJudge) {
    searchPath = path
    var seen: Set<String> = []
    for folder in path.folders {
      guard let resolved = TrustedFile.resolve(folder.path), seen.insert(resolved).inserted else { continue }
      candidates += Self.look(in: resolved, source: folder.source, judge: judge)
    }
    shadow()
  }

  /// Asks those that can be loaded, and were not met yet, what they say of themselves, each in a process of its own or from what was kept of it.
  ///
  /// Blocks until all have answered, the slowest two seconds. One that dies, is silent or contradicts its manifest is refused, and another of its
  /// id takes its place.
  /// - Parameter id: the one transport to ask; by default all.
  public mutating func meet(_ contact: FirstContact = .standard(), only id: String? = nil) {
    var round = ContactRound(contact)
    var asked: Set<Int> = []
    while true {
      let winners = Set(candidates.filter { $0.isUsable && $0.isMet }.compactMap(\.id))
      let unmet = candidates.indices.filter { index in
        let candidate = candidates[index]
        guard !candidate.isMet, !asked.contains(index), id == nil || candidate.id == id else { return false }
        // Where the first of an id was refused, all others of it are met side by side.
        if case .shadowed = candidate.status { return !asked.isEmpty && candidate.id.map { !winners.contains($0) } ?? false }
        return candidate.isUsable
      }
      guard !unmet.isEmpty else { break }
      asked.formUnion(unmet)
      for (index, met) in zip(unmet, round.meet(unmet.map { candidates[$0] })) { candidates[index] = met }
      for index in candidates.indices {
        if case .shadowed = candidates[index].status { candidates[index].status = .usable }
      }
      shadow()
    }
    round.finish()
    remarks += round.remarks.filter { !remarks.contains($0) }
  }

  /// The transport of this id that is used; nil when none can be.
  public func usable(id: String) -> TransportCandidate? {
    candidates.first { $0.id == id && $0.isUsable }
  }

  /// The transports that can be loaded.
  public var usable: [TransportCandidate] { candidates.filter(\.isUsable) }

  /// The first usable one of an id wins; a refused one stands in nobody's way.
  private mutating func shadow() {
    var first: [String: String] = [:]
    for index in candidates.indices where candidates[index].isUsable {
      guard let id = candidates[index].id else { continue }
      if let winner = first[id] {
        candidates[index].status = .shadowed(by: winner)
      } else {
        first[id] = candidates[index].file
      }
    }
  }

  private static func look(in folder: String, source: SearchPath.Source, judge: TransportJudge) -> [TransportCandidate] {
    let names = names(in: folder)
    var found: [TransportCandidate] = []
    var claimed: Set<String> = []
    for name in names where name.hasSuffix(".transport.json") {
      let candidate = judge.judge(manifestAt: folder + "/" + name, source: source)
      if let library = candidate.manifest?.library { claimed.insert(library) }
      found.append(candidate)
    }
    for name in names where name.hasSuffix(".so") && !claimed.contains(name) {
      found += judge.judge(libraryAt: folder + "/" + name, source: source)
    }
    return found
  }

  /// The folder's plain names, sorted by their bytes; hidden ones are none of ours.
  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
      }
      if let name, !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
