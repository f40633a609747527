public import CallControl
internal import Locking

/// A host of calls and of the rules between them: the counterpart of the system under CallKit.
///
/// ```swift
/// let host = CallHost()
/// let provider = try host.register("office", delegate: myTransport)
/// let controller = CallController(host: host)
/// let call = try await controller.start(Handle(type: .phoneNumber, value: "5550100"))
/// ```
///
/// A host has lines (by default one, `main`), providers, and a clock. All functions may be called on any thread and do not block. The host
/// never calls your code under a lock, from inside your own call, or late because another line or provider is slow. Releasing the last
/// reference to a host retires its providers; `shutdown()` ends the calls first.
public final class CallHost: Sendable {
  package let core: HostCore

  /// Creates a host without providers.
  public init(clock: any HostClock = SystemHostClock.shared, settings: HostSettings = HostSettings()) {
    core = HostCore(clock: clock, settings: settings)
  }

  deinit {
    for id in core.providers.withLock({ Array($0.keys) }) { core.retire(id) }
    core.audio?.close()
  }

  /// The host's clock.
  public var clock: any HostClock { core.clock }

  // MARK: Lines

  /// The names of the existing lines, sorted; a line begins with its first request or call.
  public var lines: [LineID] { core.lines.map(\.id).sorted() }

  /// Returns a snapshot of a line; empty when the line does not exist.
  public func snapshot(of line: LineID = .main) -> LineSnapshot {
    core.snapshots(of: line)[0]
  }

  /// Returns the call with this id, on any line; nil when it is not visible.
  public func call(_ call: CallID) -> Call? {
    core.board.withLock { $0.line(of: call) }?.snapshot[call]
  }

  // MARK: Rest

  /// Returns when the host is at rest: no effect, delegate function or completion is under way.
  ///
  /// For tests with `VirtualClock`. It does not wait for the network, for tasks of your own, or for time to pass.
  public func settle() async {
    await core.settle()
  }

  /// Returns when the journal's sinks have written and flushed all entries so far.
  public func flushJournals() async {
    await core.journal.flush()
  }

  /// Ends all calls, waits for them (at most for the time limit of an End), retires the providers, and flushes the journals.
  ///
  /// Stop making requests first. With a virtual clock, advance the time while a provider leaves an End unanswered.
  public func shutdown() async {
    let calls = core.lines.flatMap { line in line.snapshot.calls.map { (line: line.id, call: $0.uuid) } }
    let ends = calls.map { core.request(.transaction([.end($0.call)]), origin: .host, line: $0.line, actions: []) }
    for end in ends { try? await end.performed() }
    for id in core.providers.withLock({ Array($0.keys) }) {
      await withCheckedContinuation { continuation in core.retire(id) { continuation.resume() } }
    }
    await core.settle()
    core.audio?.close()
    await core.journal.flush()
  }
}
