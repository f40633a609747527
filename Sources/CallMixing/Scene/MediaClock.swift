/// A function to call once a tick on the audio thread, such as a transport's `tick`.
///
/// `@unchecked Sendable`: the creator guarantees that the function may be called on another thread, one call at a time.
public struct MediaClock: @unchecked Sendable {
  /// A plugin function that receives `context` and the tick's time in nanoseconds of CLOCK_MONOTONIC.
  ///
  /// It must not allocate, lock or wait.
  public typealias Function = @convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void

  /// The function.
  public let function: Function
  /// Its first argument.
  public let context: UnsafeMutableRawPointer?
  /// The owner of `context`, kept alive until no tick can call the function.
  public let keeping: (any AnyObject & Sendable)?

  /// Creates a clock.
  public init(_ function: @escaping Function, context: UnsafeMutableRawPointer?, keeping: (any AnyObject & Sendable)? = nil) {
    self.function = function
    self.context = context
    self.keeping = keeping
  }
}
