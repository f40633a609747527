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
  /// End the thread.
  case stop

  /// The owner of a job that must run before that instance is destroyed.
  var mustRunFor: (any LoopResident)? {
    switch self {
    case .post(let owner, _, _), .secret(let owner, _): owner
    case .order, .flush, .stop: nil
    }
  }

  /// True when the job may run posts queued behind it.
  var mayRunPosts: Bool {
    switch self {
    case .order(_, .destroy), .order(_, .dismantle), .order(_, .deactivate), .order(_, .deactivated): true
    default: false
    }
  }
}
