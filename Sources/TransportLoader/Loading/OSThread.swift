internal import CLinux
internal import CMediaThread
internal import Glibc
internal import Locking

/// Starts operating-system threads for code that may block or hang.
package enum OSThread {
  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// The function that each new thread runs first.
  private static let preparation = LockedFunction<@Sendable () -> Void>()

  /// Has each thread that starts from now on run `body` first.
  package static func prepare(_ body: @escaping @Sendable () -> Void) { preparation.set(body) }

  /// Runs `body` on a new detached thread called `name` (15 bytes are shown); false when the system has no thread.
  ///
  /// The thread receives none of the process's signals, which belong to the program.
  ///
  /// - Parameter takesSignals: true for a thread that forks processes which need its signals.
  package static func start(_ name: String, takesSignals: Bool = false, _ body: @escaping @Sendable () -> Void) -> Bool {
    let argument = Unmanaged.passRetained(Body(name, body)).toOpaque()
    var thread = pthread_t()
    let code =
      takesSignals ? pthread_create(&thread, nil, osThreadEntry, argument) : hookswitch_start_thread(&thread, osThreadEntry, argument)
    guard code == 0 else {
      Unmanaged<Body>.fromOpaque(argument).release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  fileprivate static func enter(_ argument: UnsafeMutableRawPointer) {
    let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
    hookswitch_name_thread(body.name)
    preparation.value?()
    body.run()
  }
}

private func osThreadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { OSThread.enter(argument) }
  return nil
}

/// Runs foreign code on a thread of its own and waits for it with a time-out.
///
/// Foreign code that hangs cannot be stopped; it costs that one thread.
enum BoundedCall {
  /// The outcome of `body`; nil after `milliseconds`, when `body` may still be running.
  static func run<Outcome: Sendable>(
    _ name: String, milliseconds: Int32, _ body: @escaping @Sendable () -> Outcome
  ) -> Outcome? {
    let outcome = Locked<Outcome?>(nil)
    // Without an eventfd there is no time-out.
    guard let done = EventDescriptor() else { return body() }
    guard
      OSThread.start(
        name,
        {
          let result = body()
          outcome.withLock { $0 = result }
          done.signal()
        })
    else { return nil }
    done.wait(milliseconds: milliseconds)
    return outcome.withLock { $0 }
  }
}
