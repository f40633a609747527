internal import Foundation

/// Runs two bodies on two threads of the operating system, and waits for both.
///
/// Not by Dispatch, which may run the second after the first.
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
