public import CallControl
internal import Locking

/// Holds the calls and the rules between them: what the system is to CallKit.
///
/// ```swift
/// let host = CallHost()
/// let provider = try host.register("office", delegate: myTransport)
/// let controller = CallController(host: host)
/// let call = try await controller.start(Handle(type: .phoneNumber, value: "5550100"))
/// ```
///
/// A host has lines (one, `main`, unless told otherwise), providers, and a clock. Everything may be called on any thread; nothing blocks, and nothing
/// of yours is ever called under a lock, from inside your own call, or because another line or provider is slow. When the last reference to a host
/// is gone its providers are retired; `shutdown()` does that in peace, its calls ended first.
public final class CallHost: Sendable {
  package let core: HostCore

  /// Makes a host without providers.
  public init(clock: any HostClock = SystemHostClock.shared, settings: HostSettings = HostSettings()) {
    core = HostCore(clock: clock, settings: settings)
  }

  deinit {
    for id in core.providers.withLock({ Array($0.keys) }) { core.retire(id) }
    core.audio?.close()
  }

  /// Its clock.
  public var clock: any HostClock { core.clock }

  // MARK: Lines

  /// The lines that there are, by name; a line begins with the first request or call for it.
  public var lines: [LineID] { core.lines.map(\.id).sorted() }

  /// A line as it is now; empty when there is none of that name.
  public func snapshot(of line: LineID = .main) -> LineSnapshot {
    core.snapshots(of: line)[0]
  }

  /// The call of that name as it is now, on whatever line; nil when it is not shown.
  public func call(_ call: CallID) -> Call? {
    core.board.withLock { $0.line(of: call) }?.snapshot[call]
  }

  // MARK: Rest

  /// Returns when nothing is under way inside the host: no effect, no delegate's function, no completion.
  ///
  /// For tests, beside `VirtualClock`. It waits for no network, no task of yours, and no time to pass.
  public func settle() async {
    await core.settle()
  }

  /// Returns when all that was decided so far is with the journals, and they have put it away.
  public func flushJournals() async {
    await core.journal.flush()
  }

  /// Ends all calls, waits until they have ended (at most as long as an End may take), retires the providers, and flushes the journals.
  ///
  /// Nothing keeps a program from asking for more meanwhile: stop asking first. Under a virtual clock somebody must move the time while a provider
  /// leaves an End unanswered.
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
