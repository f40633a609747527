internal import DoorKit
package import HostService
package import HostSurface
internal import Locking
internal import Synchronization
internal import TransportLoader

/// The host's bridge to the desktop of its user: notifications, ringing, music players, the audio of a phone, sleep.
///
/// One thread serves it. Services may be absent, come and go, and none of them delays a call. All functions are safe on any thread but the
/// bridge's own.
package final class DesktopBridge: Sendable {
  /// The longest time for which `stop` waits, in milliseconds.
  private static let patience: Int32 = 3_000

  private let post: DoorPost<DesktopMail>
  private let ended: EventDescriptor
  private let loop: DesktopLoop
  private let phase = Locked((isStarted: false, isStopped: false))
  private let questions = Atomic<Int>(0)

  /// Makes a bridge, which connects after `start`; nil when the system has no descriptors left.
  ///
  /// - Parameters:
  ///   - settings: the parts of the desktop to use.
  ///   - surroundings: the buses, and the functions of the program around the bridge.
  ///   - service: the host; nil for a bridge that only asks questions.
  package init?(_ settings: DesktopSettings, _ surroundings: DesktopSurroundings, service: (any Service)?) {
    guard let signal = EventDescriptor(), let ended = EventDescriptor() else { return nil }
    post = DoorPost(signal: signal)
    self.ended = ended
    loop = DesktopLoop(settings, surroundings, service, post)
  }

  deinit { stop() }

  /// Starts the bridge's thread; false when the system has no threads left.
  package func start() -> Bool {
    let isFirst = phase.withLock { phase in
      defer { phase.isStarted = true }
      return !phase.isStarted && !phase.isStopped
    }
    guard isFirst else { return true }
    let hasThread = OSThread.start("desktop") { [loop, ended] in
      loop.run()
      ended.signal()
    }
    if !hasThread { phase.withLock { $0.isStopped = true } }
    return hasThread
  }

  /// Leaves the desktop, and waits until the bridge's thread has ended.
  ///
  /// A second call does nothing.
  package func stop() {
    let wasRunning = phase.withLock { phase in
      defer { phase.isStopped = true }
      return phase.isStarted && !phase.isStopped
    }
    guard wasRunning else { return }
    post.add(.stop)
    ended.wait(milliseconds: Self.patience)
  }

  /// Changes the parts of the desktop to use, from now on.
  ///
  /// - Parameter settings: the parts.
  package func change(_ settings: DesktopSettings) { post.add(.event(.settings(settings))) }

  /// Asks the person to allow a call.
  ///
  /// - Parameters:
  ///   - handle: the handle, as the person reads it.
  ///   - isServiceCode: true when the call may change the subscription.
  ///   - decided: receives the answer once, after a minute at most; it must return at once.
  package func confirm(
    call handle: String, isServiceCode: Bool, decided: @escaping @Sendable (DesktopDecision) -> Void
  ) {
    let isClosed = phase.withLock { $0.isStopped || !$0.isStarted }
    guard !isClosed else { return decided(.unavailable) }
    post.add(.question(number, .call(handle, isServiceCode: isServiceCode), decided))
  }

  /// Asks the person to grant a name to a program.
  ///
  /// - Parameters:
  ///   - peer: the name of the program's user, or of a sandboxed program.
  ///   - right: `provide` or `screen`.
  ///   - name: the name that the program wants to register.
  package func ask(_ peer: String, _ right: Right, _ name: String) {
    post.add(.event(.question(number, .access(peer: peer, right, name: name))))
  }

  private var number: Int { questions.wrappingAdd(1, ordering: .relaxed).newValue }
}

extension DesktopBridge {
  /// Asks the person to allow a call, for a program without a host; waits for the answer, a minute at most.
  ///
  /// - Parameters:
  ///   - handle: the handle, as the person reads it.
  ///   - isServiceCode: true when the call may change the subscription.
  ///   - surroundings: the buses.
  package static func confirm(call handle: String, isServiceCode: Bool, _ surroundings: DesktopSurroundings) -> DesktopDecision {
    var settings = DesktopSettings()
    (settings.ringing, settings.players, settings.sleep, settings.callaudio) = (.off, false, false, false)
    guard let bridge = DesktopBridge(settings, surroundings, service: nil), let done = EventDescriptor(), bridge.start() else {
      return .unavailable
    }
    let answer = Locked(DesktopDecision.unavailable)
    bridge.confirm(call: handle, isServiceCode: isServiceCode) { decision in
      answer.withLock { $0 = decision }
      done.signal()
    }
    done.wait(milliseconds: -1)
    bridge.stop()
    return answer.withLock { $0 }
  }
}
