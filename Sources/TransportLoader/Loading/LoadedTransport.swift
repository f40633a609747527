internal import TransportABI

/// A transport whose code is loaded and agrees with its manifest or note: instances can be created.
///
/// "Unloading" tears the instances down; the code stays mapped until the process ends.
public final class LoadedTransport: Sendable {
  /// The candidate as judged before loading.
  public let candidate: TransportCandidate
  /// The descriptor from its code; after an upgrade that of the new version.
  public var descriptor: TransportDescriptor { module.seat?.descriptor(of: loaded.id) ?? loaded }
  /// The version of the contract negotiated with this host.
  public let contract: String

  let module: LoadedModule
  /// The descriptor of the version that was loaded first.
  private let loaded: TransportDescriptor

  /// Makes a transport of a candidate that is judged and met.
  init(_ candidate: TransportCandidate, _ descriptor: TransportDescriptor, _ module: LoadedModule) {
    self.candidate = candidate
    loaded = descriptor
    self.module = module
    contract = "\(module.version.major).\(module.version.minor)"
  }

  /// Loads a candidate that is judged and met into this process.
  ///
  /// - Parameter allowsRequired: true when the operator overrides a manifest that requires a process of its own.
  convenience init(met candidate: TransportCandidate, allowsRequired: Bool) throws(TransportRefusal) {
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
    let agreement = Agreement(file: candidate.file)
    self.init(candidate, try agreement.descriptor(of: candidate, among: module.descriptors, flags: module.entry.flags), module)
  }

  /// Makes the transport with that id of a library that a runner has opened; nil when it has none.
  convenience init?(hosting module: LoadedModule, id: String) {
    guard let descriptor = module.descriptors.first(where: { $0.id == id }) else { return nil }
    let candidate = TransportCandidate(id: id, file: module.path, source: .option, identity: module.identity, status: .usable)
    self.init(candidate, descriptor, module)
  }

  /// True when its instances live in a process of their own.
  package var isIsolated: Bool { module.seat != nil }

  /// The number of the process of its instances; nil when there is none, or they live in this process.
  package var runnerPID: Int32? { module.seat?.pid }

  /// Kills the process of its instances with SIGKILL, as a crash would end it; false when there is none.
  package func killRunner() -> Bool { module.seat?.kill() ?? false }
}
