internal import Glibc

/// Runs a function on a thread other than the loop's, and waits for it.
package enum OtherThread {
  private final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread, and returns or throws its result when the thread has ended.
  package static func run<Value>(_ body: () throws -> Value) throws -> Value {
    var result: Result<Value, any Error>?
    try withoutActuallyEscaping(body) { body in
      let argument = Unmanaged.passRetained(Body { result = Result { try body() } }).toOpaque()
      var thread = pthread_t()
      guard pthread_create(&thread, nil, otherThreadEntry, argument) == 0 else {
        Unmanaged<Body>.fromOpaque(argument).release()
        throw TestFailure("the kit cannot start a thread")
      }
      pthread_join(thread, nil)
    }
    guard let result else { throw TestFailure("the kit's thread did not run") }
    return try result.get()
  }

  fileprivate static func enter(_ argument: UnsafeMutableRawPointer) {
    Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
  }
}

private func otherThreadEntry(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { OtherThread.enter(argument) }
  return nil
}
