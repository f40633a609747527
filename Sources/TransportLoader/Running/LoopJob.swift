internal import TransportABI

/// What a loop is handed to do on its thread.
enum LoopJob {
  typealias Function = @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// Something asked of an instance.
  case order(any LoopResident, TransportOrder)
  /// A plugin's post.
  case post(any LoopResident, Function, UnsafeMutableRawPointer?)
  /// A plugin waits for a secret.
  case secret(any LoopResident, SecretRequest)
  /// An instance has words that were said on another thread.
  case flush(any LoopResident)
  /// End the thread.
  case stop

  /// Whose it is, if it must run before that instance is destroyed.
  var mustRunFor: (any LoopResident)? {
    switch self {
    case .post(let owner, _, _), .secret(let owner, _): owner
    case .order, .flush, .stop: nil
    }
  }

  /// Whether running it may run posts that wait behind it.
  var mayRunPosts: Bool {
    switch self {
    case .order(_, .destroy), .order(_, .dismantle), .order(_, .deactivate), .order(_, .deactivated): true
    default: false
    }
  }
}
