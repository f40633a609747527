internal import Locking

/// What a plugin's host functions get as their context: the way to an instance, for as long as there is one.
///
/// A context is never freed, so that a plugin that calls after destroy finds nobody rather than somebody else's memory.
final class HostContext: Sendable {
  private let holder = Locked<(any HostFace)?>(nil)

  /// The instance; nil once it is gone.
  var instance: (any HostFace)? { holder.withLock { $0 } }

  /// Ties the context to its instance, or (nil) cuts it loose.
  func set(_ instance: (any HostFace)?) {
    // What was there may be freed here, and freeing it takes locks of its own: not under this one.
    let before = holder.withLock { holder in
      defer { holder = instance }
      return holder
    }
    withExtendedLifetime(before) {}
  }
}
