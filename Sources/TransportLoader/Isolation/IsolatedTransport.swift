internal import TransportABI

/// A candidate that is known well enough to run in another process.
struct IsolatedTransport {
  let candidate: TransportCandidate
  let identity: FileIdentity
  let descriptor: TransportDescriptor
  let helper: String

  /// - Parameter unjudged: true for a library that may have neither manifest nor note.
  init(_ candidate: TransportCandidate, contact: FirstContact, unjudged: Bool = false) throws(TransportRefusal) {
    let candidate = try contact.met(candidate, unjudged: unjudged)
    guard let identity = candidate.identity, let descriptor = candidate.descriptor, let helper = contact.helperFile else {
      throw TransportRefusal(
        .unloadable, file: candidate.file, field: "isolation",
        [.init("host", contact.trouble ?? "its code was not scanned, so that its descriptor is not known")],
        advice: "install hookswitch-helper beside the program, or run the transport inside")
    }
    (self.candidate, self.identity, self.descriptor, self.helper) = (candidate, identity, descriptor, helper)
  }

  /// The plan of a runner of this library.
  ///
  /// - Parameter state: the folder for the transport's files; nil for the standard one.
  func plan(named name: String, profile: RunnerProfile, crashes: CrashFolder?, state: String?, beginning: UInt64 = 0) -> RunnerSeat.Plan {
    let sandbox = SandboxPlan(
      mode: profile.sandbox, needs: profile.needs ?? candidate.manifest?.needs ?? RunnerNeeds(), schema: candidate.manifest?.configSchema,
      state: state ?? SandboxPlan.stateFolder(of: descriptor.id))
    return RunnerSeat.Plan(
      helper: helper, library: candidate.file, identity: identity, descriptor: descriptor, name: name, profile: profile, sandbox: sandbox,
      crashes: crashes, beginning: beginning)
  }

  /// Makes the module of a new runner.
  ///
  /// - Parameters:
  ///   - state: the folder for the transport's files; nil for the standard one.
  ///   - beginning: the first time of a clock that the conformance kit sets; 0 for the system's clock.
  ///   - flaw: the fault that a test of the host puts in.
  func module(
    named name: String, profile: RunnerProfile, crashes: CrashFolder? = .standard, state: String? = nil, beginning: UInt64 = 0,
    flaw: HostFlaw? = nil
  ) -> LoadedModule {
    var plan = plan(named: name, profile: profile, crashes: crashes, state: state, beginning: beginning)
    plan.flaw = flaw
    let seat = RunnerSeat(plan)
    let version = (candidate.manifest?.abiMajor ?? ContractVersion.major, candidate.manifest?.abiMinor ?? ContractVersion.minor)
    return LoadedModule(
      path: candidate.file, identity: identity, version: version, entry: hsw_entry(), descriptors: [descriptor], seat: seat)
  }
}

extension LoadedTransport {
  /// Makes a transport whose instances live in a process of their own: this process never opens the library.
  ///
  /// - Parameter crashes: the folder for the reports of lost processes; nil for none.
  /// - Throws: the reason, with the file, the field and the value on each side.
  package convenience init(
    isolating candidate: TransportCandidate, contact: FirstContact = .standard(), crashes: CrashFolder? = .standard
  ) throws(TransportRefusal) {
    let found = try IsolatedTransport(candidate, contact: contact)
    self.init(found, in: found.module(named: found.descriptor.id, profile: RunnerProfile(), crashes: crashes))
  }

  /// Makes a transport of a runner.
  convenience init(_ found: IsolatedTransport, in module: LoadedModule) { self.init(found.candidate, found.descriptor, module) }
}
