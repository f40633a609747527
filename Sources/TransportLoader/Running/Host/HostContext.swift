internal import Locking

/// The context of a plugin's host functions, which leads to its instance while that exists.
///
/// A context is never freed, so that a plugin that calls after destroy does not read freed memory.
final class HostContext: Sendable {
  private let holder = Locked<(any HostFace)?>(nil)

  /// The instance; nil once it is gone.
  var instance: (any HostFace)? { holder.withLock { $0 } }

  /// Sets the context's instance; nil once the instance is gone.
  func set(_ instance: (any HostFace)?) {
    // Releasing the old instance takes other locks, so it happens outside this one.
    let before = holder.withLock { holder in
      defer { holder = instance }
      return holder
    }
    withExtendedLifetime(before) {}
  }
}
