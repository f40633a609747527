import Dispatch
import FoundationEssentials
import Hookswitch
import Synchronization

/// The network of MonkeyCall audio: far ends that the app knows by name, each with a behaviour.
@MainActor final class CommunicationNetwork {
  /// A stage of an outgoing call.
  enum Stage { case connecting, connected, ended }

  /// The behaviour of a far end.
  private struct FarEnd {
    var connecting: Duration? = .seconds(3)
    var connected: Duration? = .milliseconds(1_500)
    var canBeReached = true
    var canBeHeld = true
  }

  private static let farEnds: [String: FarEnd] = [
    "koko": FarEnd(), "bubbles": FarEnd(), "kong": FarEnd(canBeReached: false), "louie": FarEnd(connected: nil),
    "caesar": FarEnd(canBeHeld: false),
  ]

  private let timer: NetworkTimer
  private var present: Set<UUID> = []
  /// Receives the id of a call that the far end has ended.
  var farEndLeft: (UUID) -> Void = { _ in }

  init(clock: any HostClock) { timer = NetworkTimer(clock) }

  /// True while the far end lets its call be held.
  func canHold(_ handle: String) -> Bool { Self.farEnds[handle]?.canBeHeld ?? true }

  /// Invites a far end; false when it cannot be reached.
  func invite(_ handle: String, _ call: UUID, _ stage: @escaping @MainActor (Stage) -> Void) -> Bool {
    let farEnd = Self.farEnds[handle] ?? FarEnd()
    guard farEnd.canBeReached else { return false }
    present.insert(call)
    guard let connecting = farEnd.connecting else { return true }
    timer.after(connecting) { [weak self] in
      guard let self, present.contains(call) else { return }
      stage(.connecting)
      guard let connected = farEnd.connected else { return }
      timer.after(connected) { [weak self] in
        if self?.present.contains(call) == true { stage(.connected) }
      }
    }
    return true
  }

  /// Notes a call from a far end, which rings here.
  func arrive(_ call: UUID) { present.insert(call) }
  func answer(_ call: UUID) { present.insert(call) }
  func leave(_ call: UUID) { present.remove(call) }
}

/// Timers on the host's clock, so that a virtual clock moves the network too; their functions run on the main queue.
final class NetworkTimer: ClockClient {
  private struct Entry: Sendable {
    var time: Instant
    var body: @MainActor @Sendable () -> Void
  }

  private let clock: any HostClock
  private let entries = Mutex<[Entry]>([])

  init(_ clock: any HostClock) {
    self.clock = clock
    clock.attach(self)
  }

  func after(_ duration: Duration, _ body: @escaping @MainActor @Sendable () -> Void) {
    let time = clock.now.advanced(by: duration)
    entries.withLock { $0.append(Entry(time: time, body: body)) }
    clock.wake(self, noLaterThan: time)
  }

  var nextDeadline: Instant? { entries.withLock { $0.map(\.time).min() } }

  func timeCame() {
    let now = clock.now
    let due = entries.withLock { entries in
      let due = entries.filter { $0.time <= now }.sorted { $0.time < $1.time }
      entries.removeAll { $0.time <= now }
      return due
    }
    for entry in due { DispatchQueue.main.async { MainActor.assumeIsolated { entry.body() } } }
    if let next = nextDeadline { clock.wake(self, noLaterThan: next) }
  }

  /// Returns when the functions that are due have run.
  func settle() async { await MainActor.run {} }
}
