internal import TransportABI

/// A job for a loop's thread.
enum LoopJob {
  typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// An order to an instance.
  case order(any LoopResident, TransportOrder)
  /// A plugin's post.
  case post(any LoopResident, Function, UnsafeMutableRawPointer?)
  /// A plugin's request for a secret.
  case secret(any LoopResident, SecretRequest)
  /// Pass on messages that an instance gave on another thread.
  case flush(any LoopResident)
  /// Run a function of the loader.
  case run(@Sendable () -> Void)
  /// Run a source whenever its descriptor can be read.
  case watch(any LoopSource)
  /// End the thread.
  case stop

  /// The instance whose end the job must come before; nil for another job.
  var mustRunFor: (any LoopResident)? {
    switch self {
    case .post(let owner, _, _), .secret(let owner, _): owner
    case .order, .flush, .run, .watch, .stop: nil
    }
  }

}

/// An instance on an event loop.
protocol LoopResident: AnyObject, Sendable {
  /// True while functions posted for it may still run.
  var isAlive: Bool { get }
  /// Performs an order. [loop]
  func perform(_ order: TransportOrder)
  /// Answers a request for a secret. [loop]
  func answer(_ request: SecretRequest)
  /// True while jobs of `LoopJob.mustRunFor` wait for it: most instances that end have none, and a search looks at all jobs. [any thread]
  var hasJobs: Bool { get }
  /// Changes the number of these jobs. [any thread]
  func countJobs(_ change: Int)
  /// Passes on the messages of this turn. [loop]
  func flush()
  /// Ends the instance because the loop's thread is lost; called on the watchdog's thread.
  func abandon(_ loss: TransportLoss)
}

/// A part of the loader that runs on an event loop when its descriptor can be read.
package protocol LoopSource: AnyObject, Sendable {
  /// The descriptor; the same for the source's life.
  var descriptor: CInt { get }
  /// Takes what has come. [loop]
  func run()
  /// Ends a turn of the loop, after the instances have passed on their messages. [loop]
  func endTurn()
  /// Gives everything up because the loop's thread is lost; called on the watchdog's thread.
  func abandon()
}

/// A plugin's request for a secret.
struct SecretRequest {
  typealias Callback = @convention(c) (UnsafeMutableRawPointer?, hsw_status, hsw_str) -> Void

  let name: String
  let callback: Callback
  let argument: UnsafeMutableRawPointer?
}
