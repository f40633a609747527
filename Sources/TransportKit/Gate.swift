internal import Glibc
internal import Locking

/// Where other threads leave work for an instance's loop: a box that the host is asked to empty, once for all that lies in it.
final class Gate: Sendable {
  /// Something to do on the loop, with the instance at hand.
  typealias Work = @Sendable (Host) -> Void

  private struct State {
    var work: [Work] = []
    /// The host has been asked to empty the box and has not begun yet.
    var isAsked = false
    /// Threads that are inside the host's post at the moment.
    var callers = 0
    var isOpen = false
    /// The instance, while the gate is open.
    ///
    /// Only the loop makes a reference of it.
    var host: UInt = 0
  }

  private let state = Locked(State())
  private let post: HostPost

  init(post: HostPost) {
    self.post = post
  }

  /// Lets work in, for this instance.
  ///
  /// On the loop.
  func open(for host: Host) {
    let address = UInt(bitPattern: Unmanaged.passUnretained(host).toOpaque())
    state.withLock {
      $0.isOpen = true
      $0.host = address
    }
  }

  /// Lets no more work in, drops what lies there, and waits until no thread is inside the host any more: a moment, since the host's post
  /// does not block.
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

  /// Leaves work in the box.
  ///
  /// From any thread; false if it will never be done.
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
    // The host holds one reference until it has run the function; the lock is not held while it is called.
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

  /// Does what lies in the box.
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
    // The address is zero once the gate is closed, and closing happens on this very thread, before the instance goes.
    guard let pointer = UnsafeMutableRawPointer(bitPattern: address), let host = Host.at(pointer) else { return }
    host.turn = Turn()
    for item in work { item(host) }
    host.turn = Turn()
  }
}
