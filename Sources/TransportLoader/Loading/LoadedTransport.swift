internal import TransportABI

/// A transport whose code is loaded and agrees with its manifest or note: instances can be created.
///
/// "Unloading" tears the instances down; the code stays mapped until the process ends.
public final class LoadedTransport: Sendable {
  /// The candidate as judged before loading.
  public let candidate: TransportCandidate
  /// The descriptor from its code.
  public let descriptor: TransportDescriptor
  /// The version of the contract negotiated with this host.
  public let contract: String

  let module: LoadedModule

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
    try self.init(candidate, unjudged: unjudged, contact: contact, allowsRequired: false)
  }

  /// Loads a usable candidate into this process.
  ///
  /// - Parameter allowsRequired: true when the operator overrides a manifest that requires a process of its own.
  init(_ candidate: TransportCandidate, unjudged: Bool, contact: FirstContact, allowsRequired: Bool) throws(TransportRefusal) {
    let candidate = try Self.met(candidate, unjudged: unjudged, contact)
    guard allowsRequired || candidate.manifest?.isolation != .required else {
      throw TransportRefusal(
        .isolation, file: candidate.file, field: "isolation",
        [.init("manifest", "required"), .init("host", "loads it into its own process")],
        advice: "use hookswitch run, or CallHost.addProvider with the transport's id")
    }
    guard let identity = candidate.identity else {
      throw TransportRefusal(.missing, file: candidate.file, field: "file", [.init("host", "not checked")], advice: "scan for it again")
    }
    let module = try ModuleRegistry.open(path: candidate.file, identity: identity) { () throws(TransportRefusal) in
      try TransportJudge().judge(loading: candidate)
    }
    descriptor = try Agreement(file: candidate.file).descriptor(of: candidate, among: module.descriptors, flags: module.entry.flags)
    self.candidate = candidate
    self.module = module
    contract = "\(module.version.major).\(module.version.minor)"
  }

  /// Makes a transport whose instances live in a process of their own: this process never opens the library.
  ///
  /// - Throws: the reason, with the file, the field and the value on each side.
  ///
  /// - Parameter crashes: the folder for the reports of lost processes; nil for none.
  package convenience init(
    isolating candidate: TransportCandidate, contact: FirstContact = .standard(), crashes: CrashFolder? = .standard
  ) throws(TransportRefusal) {
    let found = try Isolated(candidate, contact: contact)
    self.init(found, in: found.module(named: found.descriptor.id, profile: RunnerProfile(), crashes: crashes))
  }

  /// Makes a transport of a runner.
  init(_ found: Isolated, in module: LoadedModule) {
    candidate = found.candidate
    descriptor = found.descriptor
    self.module = module
    contract = "\(module.version.major).\(module.version.minor)"
  }

  /// A candidate that is known well enough to run in another process.
  struct Isolated {
    let candidate: TransportCandidate
    let identity: FileIdentity
    let descriptor: TransportDescriptor
    let helper: String

    init(_ candidate: TransportCandidate, contact: FirstContact) throws(TransportRefusal) {
      let candidate = try LoadedTransport.met(candidate, unjudged: false, contact)
      guard let identity = candidate.identity, let descriptor = candidate.descriptor, let helper = contact.helperFile else {
        throw TransportRefusal(
          .unloadable, file: candidate.file, field: "isolation",
          [.init("host", contact.trouble ?? "its code was not scanned, so that its descriptor is not known")],
          advice: "install hookswitch-helper beside the program, or run the transport inside")
      }
      (self.candidate, self.identity, self.descriptor, self.helper) = (candidate, identity, descriptor, helper)
    }

    /// Makes the module of a new runner.
    func module(named name: String, profile: RunnerProfile, crashes: CrashFolder? = .standard) -> LoadedModule {
      let seat = RunnerSeat(
        .init(
          helper: helper, library: candidate.file, identity: identity, descriptor: descriptor, name: name, profile: profile,
          crashes: crashes))
      let version = (candidate.manifest?.abiMajor ?? ContractVersion.major, candidate.manifest?.abiMinor ?? ContractVersion.minor)
      return LoadedModule(
        path: candidate.file, identity: identity, version: version, entry: hsw_entry(), descriptors: [descriptor], seat: seat)
    }
  }

  /// Makes the transport with that id of a library that a runner has opened; nil when it has none.
  init?(hosting module: LoadedModule, id: String) {
    guard let descriptor = module.descriptors.first(where: { $0.id == id }) else { return nil }
    candidate = TransportCandidate(id: id, file: module.path, source: .option, identity: module.identity, status: .usable)
    self.descriptor = descriptor
    self.module = module
    contract = "\(module.version.major).\(module.version.minor)"
  }

  /// True when its instances live in a process of their own.
  package var isIsolated: Bool { module.seat != nil }

  /// The number of the process of its instances; nil when there is none, or they live in this process.
  package var runnerPID: Int32? { module.seat?.pid }

  /// Kills the process of its instances with SIGKILL, as a crash would end it; false when there is none.
  package func killRunner() -> Bool { module.seat?.kill() ?? false }

  /// The candidate for the present file, after first contact.
  private static func met(
    _ candidate: TransportCandidate, unjudged: Bool, _ contact: FirstContact
  ) throws(TransportRefusal) -> TransportCandidate {
    var candidate = try current(candidate, unjudged: unjudged)
    if !candidate.isMet { candidate = contact.meet(candidate) }
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
