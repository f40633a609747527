internal import Glibc
internal import Locking
internal import TransportABI

/// Posts work from other threads to a transport's loop.
///
/// ``Host/port(to:)`` makes it. It keeps neither the transport nor its host alive.
public struct Port<Destination: Transport>: Sendable {
  let gate: Gate

  /// Runs `body` once on the loop, with the transport, never inside another function of the instance.
  ///
  /// Call it on any thread, without holding a lock.
  ///
  /// - Returns: False if `body` will never run, because the instance is gone or going.
  @discardableResult
  public func post(_ body: @escaping @Sendable (Destination) -> Void) -> Bool {
    gate.enter { host in
      if let transport = host.transport as? Destination { body(transport) }
    }
  }
}

/// The queue of work from other threads for an instance's loop; the host is asked once to run all that is queued.
final class Gate: Sendable {
  /// A piece of work, run on the loop with the instance.
  typealias Work = @Sendable (Host) -> Void

  private struct State {
    var work: [Work] = []
    /// True from the request to the host until it runs the queue.
    var isAsked = false
    /// The number of threads inside the host's `post` now.
    var callers = 0
    var isOpen = false
    /// The address of the instance while the gate is open.
    ///
    /// Only the loop turns it into a reference.
    var host: UInt = 0
  }

  private let state = Locked(State())
  private let post: HostPost

  init(post: HostPost) {
    self.post = post
  }

  /// Accepts work for this instance.
  ///
  /// On the loop.
  func open(for host: Host) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(host).toOpaque())
    state.withLock {
      $0.isOpen = true
      $0.host = address
    }
  }

  /// Refuses further work, drops the queue, and waits until no thread is inside the host's `post`, which does not block.
  ///
  /// On the loop.
  func close() {
    let dropped = state.withLock { state in
      state.isOpen = false
      state.host = 0
      defer { state.work = [] }
      return state.work
    }
    withExtendedLifetime(dropped) {}
    while state.withLock({ $0.callers > 0 }) { sched_yield() }
  }

  /// Queues work.
  ///
  /// On any thread; false if the work will never run.
  func enter(_ work: @escaping Work) -> Bool {
    enum Step { case refused, left, ask }
    let step = state.withLock { state -> Step in
      guard state.isOpen else { return .refused }
      state.work.append(work)
      if state.isAsked { return .left }
      state.isAsked = true
      state.callers += 1
      return .ask
    }
    guard step == .ask else { return step == .left }
    // The host holds one reference until it has run the function; the lock is not held during the call.
    let argument = Unmanaged.passRetained(self)
    let isTaken = post({ Gate.empty($0) }, argument.toOpaque())
    if !isTaken { argument.release() }
    let dropped = state.withLock { state in
      state.callers -= 1
      guard !isTaken else { return [Work]() }
      state.isAsked = false
      defer { state.work = [] }
      return state.work
    }
    withExtendedLifetime(dropped) {}
    return isTaken
  }

  /// Runs the queue.
  ///
  /// Called by the host, on the loop.
  private static func empty(_ argument: UnsafeMutableRawPointer?) {
    guard let argument else { return }
    let gate = Unmanaged<Gate>.fromOpaque(argument).takeRetainedValue()
    let (work, address) = gate.state.withLock { state in
      state.isAsked = false
      defer { state.work = [] }
      return (state.work, state.host)
    }
    // The address is zero once the gate is closed; closing happens on this thread, before the instance goes.
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address), let host = Host.at(pointer) else { return }
    if host.postpone({ host in for item in work { item(host) } }) { return }
    host.turn = Turn()
    for item in work { item(host) }
    host.turn = Turn()
  }
}

/// The host's `post`, the only function of the host that other threads call.
///
/// `@unchecked Sendable`: the ABI tags `post` [any], and both members are constants.
struct HostPost: @unchecked Sendable {
  let context: UnsafeMutableRawPointer?
  let function:
    (@convention(c) (UnsafeMutableRawPointer?, @convention(c) (UnsafeMutableRawPointer?) -> Void, UnsafeMutableRawPointer?) -> hsw_status)?

  /// Asks the host to run `body(argument)` on the loop; false if it never will.
  func callAsFunction(_ body: @convention(c) (UnsafeMutableRawPointer?) -> Void, _ argument: UnsafeMutableRawPointer) -> Bool {
    guard let function else { return false }
    return function(context, body, argument) == HSW_OK
  }
}
