/// A function that wants to be called once a tick, on the audio thread: a transport's `tick`.
///
/// `@unchecked Sendable`: whoever makes one vouches that its function may be called on another thread, one call at a time.
public struct MediaClock: @unchecked Sendable {
  /// Given `context` and the tick's time, in nanoseconds of CLOCK_MONOTONIC.
  ///
  /// It neither allocates nor locks nor waits.
  public typealias Function = @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void

  /// What is called.
  public let function: Function
  /// What it is given.
  public let context: UnsafeMutableRawPointer?
  /// What keeps `context` in being: held until no tick can call the function any more.
  public let keeping: (any AnyObject & Sendable)?

  /// A clock.
  public init(_ function: @escaping Function, context: UnsafeMutableRawPointer?, keeping: (any AnyObject & Sendable)? = nil) {
    self.function = function
    self.context = context
    self.keeping = keeping
  }
}
