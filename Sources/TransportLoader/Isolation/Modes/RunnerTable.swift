internal import Locking

/// The runners of one host: it loads each transport in the mode that is chosen for it, and lets providers share runners.
package final class RunnerTable: Sendable {
  /// A runner's module, which lives as long as a transport uses it.
  private struct Entry {
    weak var module: LoadedModule?
  }

  private struct State {
    var seating = RunnerSeating()
    var modules: [RunnerSeating.Key: Entry] = [:]
  }

  /// The place that a provider wants.
  package struct Wish: Sendable {
    /// The provider's name at its host.
    package var provider: String
    package var choice: IsolationChoice
    package var share = RunnerShare.together
    package var profile = RunnerProfile()
    /// The settings of its instance, which may name paths.
    package var configuration = ""

    package init(
      _ provider: String, _ choice: IsolationChoice, share: RunnerShare = .together, profile: RunnerProfile = RunnerProfile()
    ) {
      (self.provider, self.choice, self.share, self.profile) = (provider, choice, share, profile)
    }
  }

  /// The reason why a provider has no transport.
  package enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    case refused(TransportRefusal)
    case conflict(RunnerConflict)

    /// The reason in one line.
    package var description: String {
      switch self {
      case .refused(let refusal): refusal.description
      case .conflict(let conflict): "its \(conflict.member) \(conflict.sentence)"
      }
    }
  }

  private let state = Locked(State())
  private let kernel: SandboxKernel
  private let groups: ControlGroups?

  /// Makes a table without runners.
  ///
  /// - Parameters:
  ///   - kernel: the abilities of the kernel.
  ///   - groups: the control groups for limits; nil for those of this process.
  package init(kernel: SandboxKernel = .current, groups: ControlGroups? = nil) { (self.kernel, self.groups) = (kernel, groups) }

  /// Loads a candidate for a provider, in the mode that is chosen for it.
  ///
  /// Blocks like `LoadedTransport(_:)`.
  ///
  /// - Returns: the transport, and a sentence for the operator where it has another mode than somebody asked for.
  package func load(
    _ candidate: TransportCandidate, _ wish: Wish, contact: FirstContact = .standard()
  ) throws(Failure) -> (transport: LoadedTransport, warning: String?) {
    let isolation = candidate.manifest?.isolation ?? .allowed
    switch wish.choice.verdict(isolation, helperTrouble: contact.runnerTrouble) {
    case .refused(let reason):
      throw .refused(
        TransportRefusal(
          .isolation, file: candidate.file, field: "isolation", [.init("manifest", isolation.rawValue), .init("host", reason)],
          advice: "install hookswitch-helper of this build beside the program, or let the operator say inside"))
    case .inside(let warning):
      do throws(TransportRefusal) {
        return (try LoadedTransport(met: contact.met(candidate, unjudged: false), allowsRequired: true), warning)
      } catch {
        throw .refused(error)
      }
    case .process(let warning):
      if wish.profile.sandbox == .require { try require(candidate, wish.profile) }
      return (try isolated(candidate, wish, contact), warning)
    }
  }

  /// Checks that the system has everything of a sandbox and of the limits.
  private func require(_ candidate: TransportCandidate, _ profile: RunnerProfile) throws(Failure) {
    let name = candidate.id ?? "it"
    if let missing = kernel.missing {
      throw .refused(
        TransportRefusal(
          .isolation, file: candidate.file, field: "sandbox",
          [.init("configuration", "require"), .init("host", "\(name) cannot have one: \(missing)")],
          advice: "use a kernel with both, or write \"sandbox\": \"try\""))
    }
    guard profile.limits.needGroups, let gap = (groups ?? .current).gaps(profile.limits).first else { return }
    throw .refused(
      TransportRefusal(
        .isolation, file: candidate.file, field: "limits",
        [.init("configuration", "require"), .init("host", "\(name) cannot have its limits: \(gap)")],
        advice: "provide the control group, leave the limit out, or write \"sandbox\": \"try\""))
  }

  private func isolated(_ candidate: TransportCandidate, _ wish: Wish, _ contact: FirstContact) throws(Failure) -> LoadedTransport {
    let found: IsolatedTransport
    do throws(TransportRefusal) {
      found = try IsolatedTransport(candidate, contact: contact)
    } catch {
      throw .refused(error)
    }
    let result = state.withLock { state in
      Result { () throws(Failure) in try Self.module(of: found, wish, &state) }
    }
    let module = try result.get()
    (module.seat as? RunnerSeat)?.expect(wish.configuration)
    return LoadedTransport(found, in: module)
  }

  private static func module(
    of found: IsolatedTransport, _ wish: Wish, _ state: inout State
  ) throws(Failure) -> LoadedModule {
    let key = RunnerSeating.key(wish.provider, of: found.candidate.file, wish.share)
    let module = state.modules[key]?.module
    // Its last provider is gone, and with it the properties of the runner.
    if module == nil { state.seating.forget(key) }
    do throws(RunnerConflict) {
      _ = try state.seating.seat(wish.provider, of: found.candidate.file, wish.share, wish.profile)
    } catch {
      throw .conflict(error)
    }
    if let module {
      guard (module.seat?.identity ?? module.identity).hasContent(of: found.identity) else {
        throw .refused(.replaced(found.candidate.file))
      }
      return module
    }
    let new = found.module(named: key.name(transport: found.descriptor.id), profile: wish.profile)
    state.modules[key] = Entry(module: new)
    return new
  }
}
