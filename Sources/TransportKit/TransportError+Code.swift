extension TransportError {
  /// The ABI's error codes (the HSW_E_… of transport.h).
  public enum Code: Int32, Sendable {
    /// It failed, and none of the other codes says why.
    case failed = -1
    /// An argument is wrong.
    case invalid = -2
    /// Not offered.
    case notSupported = -3
    /// Not now: the life cycle or the call's state does not allow it.
    case wrongState = -4
    /// No such call.
    case noSuchCall = -5
    /// No such action or timer any more.
    case stale = -6
    /// Out of memory.
    case outOfMemory = -7
    /// A limit is reached.
    case busy = -8
    /// The other end did not answer in time.
    case timedOut = -9
    /// No version that both sides speak.
    case version = -10
    /// Called from a thread that may not.
    case wrongThread = -11
    /// A number or code is out of its range.
    case outOfRange = -12
    /// Given up before it was done.
    case cancelled = -13
    /// The network refused our credentials.
    case unauthorized = -14
    /// The network cannot be reached.
    case network = -15
  }
}
