import Glibc

/// Waits in real time for a condition.
enum Deadline {
  /// Checks every few milliseconds; returns false when the time is over.
  static func wait(seconds: Int = 20, until condition: () -> Bool) -> Bool {
    for _ in 0..<seconds * 200 {
      if condition() { return true }
      poll(nil, 0, 5)
    }
    return condition()
  }
}
