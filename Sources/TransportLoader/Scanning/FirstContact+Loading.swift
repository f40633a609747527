// The candidate for loading: the file as it is now, judged and met.
extension FirstContact {
  /// The candidate for the present file, after first contact.
  func met(_ candidate: TransportCandidate, unjudged: Bool) throws(TransportRefusal) -> TransportCandidate {
    var candidate = try Self.current(candidate, unjudged: unjudged)
    if !candidate.isMet { candidate = meet(candidate) }
    if case .refused(let refusal) = candidate.status { throw refusal }
    return candidate
  }

  /// The candidate for the present file: judged anew, with the same pin, if the file changed.
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

extension LoadedTransport {
  /// Loads a usable candidate into this process; blocks while its code runs, at most a few seconds.
  ///
  /// A file that changed since is judged again. A library without manifest or note is loaded only with `unjudged`, when the user named its
  /// path. A transport whose manifest requires a process of its own is refused.
  ///
  /// - Parameter contact: the first contact to use if the catalog has not met the candidate.
  /// - Throws: the reason, with the file, the field and the value on each side.
  public convenience init(
    _ candidate: TransportCandidate, unjudged: Bool = false, contact: FirstContact = .standard()
  ) throws(TransportRefusal) {
    try self.init(met: contact.met(candidate, unjudged: unjudged), allowsRequired: false)
  }
}
