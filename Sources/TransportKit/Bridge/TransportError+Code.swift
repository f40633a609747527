extension TransportError {
  /// The ABI's error codes (the HSW_E_… of transport.h).
  public enum Code: Int32, Sendable {
    /// A failure without a more specific code.
    case failed = -1
    /// An argument is wrong.
    case invalid = -2
    /// The function is not offered.
    case notSupported = -3
    /// The life cycle or the call's state does not allow it now.
    case wrongState = -4
    /// The call does not exist.
    case noSuchCall = -5
    /// The action or timer no longer exists.
    case stale = -6
    /// Out of memory.
    case outOfMemory = -7
    /// A limit is reached.
    case busy = -8
    /// The other end did not answer in time.
    case timedOut = -9
    /// There is no common version.
    case version = -10
    /// Called on a wrong thread.
    case wrongThread = -11
    /// A number or code is out of its range.
    case outOfRange = -12
    /// Cancelled before it completed.
    case cancelled = -13
    /// The network refused the credentials.
    case unauthorized = -14
    /// The network cannot be reached.
    case network = -15
  }
}
