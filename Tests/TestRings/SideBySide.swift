internal import Foundation

/// Runs two bodies on two threads of the operating system, and waits for both.
///
/// It avoids Dispatch, which may run them one after the other.
package func sideBySide(_ one: @escaping @Sendable () -> Void, _ two: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  for body in [one, two] {
    Thread {
      body()
      done.signal()
    }
    .start()
  }
  done.wait()
  done.wait()
}
