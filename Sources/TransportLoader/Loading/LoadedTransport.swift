internal import TransportABI

/// A transport whose code is in the process and agrees with what was said of it: instances can be created.
///
/// "Unloading" is tearing the instances down; the code stays mapped until the process ends.
public final class LoadedTransport: Sendable {
  /// What was found and judged before loading.
  public let candidate: TransportCandidate
  /// What its code says of itself.
  public let descriptor: TransportDescriptor
  /// The version of the contract that it speaks with this host.
  public let contract: String

  let module: LoadedModule

  /// Loads a usable candidate; blocks for as long as its code takes, at most a few seconds.
  ///
  /// The file is judged again if it changed since. A library without manifest or note is loaded only with `unjudged`: whoever
  /// names its path has asked for it.
  ///
  /// - Parameter contact: how it is met before its code runs here, if it was not met by the catalog.
  /// - Throws: the reason, with the file, the field and what each side says of it.
  public init(_ candidate: TransportCandidate, unjudged: Bool = false, contact: FirstContact = .standard()) throws(TransportRefusal) {
    var candidate = try Self.current(candidate, unjudged: unjudged)
    if !candidate.isMet {
      candidate = contact.meet(candidate)
      if case .refused(let refusal) = candidate.status { throw refusal }
    }
    guard let identity = candidate.identity else {
      throw TransportRefusal(.missing, file: candidate.file, field: "file", [.init("host", "not judged")], advice: "look for it again")
    }
    let module = try ModuleRegistry.open(path: candidate.file, identity: identity) { () throws(TransportRefusal) in
      try TransportJudge().judge(loading: candidate)
    }
    descriptor = try Agreement(file: candidate.file).descriptor(of: candidate, among: module.descriptors, flags: module.entry.flags)
    self.candidate = candidate
    self.module = module
    contract = "\(module.version.major).\(module.version.minor)"
  }

  /// The candidate as the file is now: judged anew, by the same pin, when it changed.
  private static func current(_ candidate: TransportCandidate, unjudged: Bool) throws(TransportRefusal) -> TransportCandidate {
    var current = candidate
    if let identity = candidate.identity, FileIdentity.of(candidate.file) != identity {
      var judge = TransportJudge()
      if let id = candidate.id, let pin = candidate.pin { judge.pins[id] = pin }
      if let manifest = candidate.manifestFile {
        current = judge.judge(manifestAt: manifest, source: candidate.source)
      } else {
        let found = judge.judge(libraryAt: candidate.file, source: candidate.source)
        current = found.first { $0.id == candidate.id } ?? found[0]
      }
      if case .refused = candidate.status { current.status = candidate.status }
    }
    switch current.status {
    case .usable: return current
    case .refused(let refusal): throw refusal
    case .noManifest where unjudged: return current
    case .noManifest:
      throw TransportRefusal(
        .noManifest, file: current.file, field: "manifest", [.init("file", "neither manifest nor note")],
        advice: "write NAME.transport.json beside it, or name the file itself")
    case .shadowed(let other):
      throw TransportRefusal(
        .noManifest, file: current.file, field: "id", [.init("catalog", "shadowed by \(other)")],
        advice: "load that one, or put this folder first")
    }
  }
}
