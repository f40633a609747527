public import CallControl
internal import Glibc

/// A runner as operators see it: the process of a transport.
public struct RunnerStatus: Hashable, Sendable {
  /// The phase of a runner.
  public enum State: String, Hashable, Sendable {
    /// It starts, or waits for its restart after a loss.
    case starting
    /// It runs.
    case running
    /// An upgrade has replaced it, and it finishes its calls.
    case draining
  }

  /// Its name: the transport's id, the provider's name, or the name in the configuration.
  public var process: String
  /// The number of its process; nil when there is none now.
  public var pid: Int32?
  /// The transport's id.
  public var transport: String
  /// The transport's version.
  public var version: String
  /// The providers in it, sorted.
  public var providers: [ProviderID]
  /// The number of their calls.
  public var calls: Int
  /// Its phase.
  public var state: State
  /// The number of its starts after a loss.
  public var restarts: Int
  /// The memory that it holds, in KiB; nil when there is no process.
  public var memoryKibibytes: Int?
  /// The layers of its sandbox, as `landlock 7, seccomp`; `off` without one, and `none` where the kernel has no layer.
  public var sandbox: String
  /// The limits of its process in words, with a sentence for each that has no effect here.
  public var limits: String

  /// The runners of these providers, sorted by name.
  package static func all(of delegates: [ProviderID: TransportProviderDelegate]) -> [RunnerStatus] {
    var found: [ObjectIdentifier: RunnerStatus] = [:]
    var old: [ObjectIdentifier: RunnerStatus] = [:]
    for (provider, delegate) in delegates {
      guard let seat = delegate.transport.module.seat as? RunnerSeat else { continue }
      found[ObjectIdentifier(seat), default: RunnerStatus(seat)].add(provider, calls: delegate.instance?.callCount ?? 0)
      guard let former = seat.former, let left = former.drain.left.first(where: { $0.delegate === delegate }) else { continue }
      let status = RunnerStatus(former.plan, former.sandbox, pid: former.drain.pid)
      old[ObjectIdentifier(seat), default: status].add(provider, calls: left.calls)
    }
    return (Array(found.values) + old.values).sorted { $0.order < $1.order }
  }

  /// By name; of one name the process that takes new calls comes first.
  private var order: (String, Int, String) { (process, state == .draining ? 1 : 0, providers.first?.rawValue ?? "") }

  /// A process that finishes its calls.
  private init(_ plan: RunnerSeat.Plan, _ sandbox: String?, pid: Int32?) {
    (process, transport, version) = (plan.name, plan.descriptor.id, plan.descriptor.version)
    (self.pid, restarts, state) = (pid, 0, .draining)
    memoryKibibytes = pid.flatMap(Self.memory)
    (providers, calls) = ([], 0)
    self.sandbox = plan.sandbox.mode == .off ? "off" : sandbox ?? "not entered yet"
    limits = plan.profile.limits.words(ControlGroups.current.gaps(plan.profile.limits))
  }

  private init(_ seat: RunnerSeat) {
    (process, transport, version) = (seat.plan.name, seat.plan.descriptor.id, seat.plan.descriptor.version)
    (pid, restarts) = (seat.pid, seat.restarts)
    memoryKibibytes = pid.flatMap(Self.memory)
    state = pid == nil ? .starting : .running
    (providers, calls) = ([], 0)
    sandbox = seat.plan.sandbox.mode == .off ? "off" : seat.sandbox ?? "not entered yet"
    limits = seat.plan.profile.limits.words(seat.limitGaps)
  }

  private mutating func add(_ provider: ProviderID, calls: Int) {
    providers.append(provider)
    providers.sort { $0.rawValue < $1.rawValue }
    self.calls += calls
  }

  /// The resident memory of a process, in KiB.
  private static func memory(of pid: Int32) -> Int? {
    let words = (KernelFile.read("/proc/\(pid)/statm") ?? "").split(separator: " ")
    return words.count > 1 ? Int(words[1]).map { $0 * Int(getpagesize()) / 1024 } : nil
  }
}
