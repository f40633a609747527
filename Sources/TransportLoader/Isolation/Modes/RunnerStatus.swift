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

  /// The runners of these providers, sorted by name.
  package static func all(of delegates: [ProviderID: TransportProviderDelegate]) -> [RunnerStatus] {
    var found: [ObjectIdentifier: RunnerStatus] = [:]
    for (provider, delegate) in delegates {
      guard let seat = delegate.transport.module.seat as? RunnerSeat else { continue }
      found[ObjectIdentifier(seat), default: RunnerStatus(seat)].add(provider, calls: delegate.instance?.callCount ?? 0)
    }
    return found.values.sorted { ($0.process, $0.providers.first?.rawValue ?? "") < ($1.process, $1.providers.first?.rawValue ?? "") }
  }

  private init(_ seat: RunnerSeat) {
    (process, transport, version) = (seat.plan.name, seat.plan.descriptor.id, seat.plan.descriptor.version)
    (pid, restarts) = (seat.pid, seat.restarts)
    memoryKibibytes = pid.flatMap(Self.memory)
    state = pid == nil ? .starting : .running
    (providers, calls) = ([], 0)
    sandbox = seat.plan.sandbox.mode == .off ? "off" : seat.sandbox ?? "not entered yet"
  }

  private mutating func add(_ provider: ProviderID, calls: Int) {
    providers.append(provider)
    providers.sort { $0.rawValue < $1.rawValue }
    self.calls += calls
  }

  /// The resident memory of a process, in KiB.
  private static func memory(of pid: Int32) -> Int? {
    let file = open("/proc/\(pid)/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 128) { buffer, count in count = max(0, read(file, buffer.baseAddress, buffer.count)) }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? Int(words[1]).map { $0 * Int(getpagesize()) / 1024 } : nil
  }
}
