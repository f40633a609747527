import Glibc

/// Waits for what must happen, in real time.
enum Deadline {
  /// Looks every few milliseconds; false when it did not happen in time.
  static func wait(seconds: Int = 20, until condition: () -> Bool) -> Bool {
    for _ in 0..<seconds * 200 {
      if condition() { return true }
      poll(nil, 0, 5)
    }
    return condition()
  }
}
