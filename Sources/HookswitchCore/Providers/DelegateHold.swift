package import CallControl
internal import Locking

/// A provider's delegate with its ownership.
package enum DelegateHold: Sendable {
  /// No delegate.
  case none
  /// A delegate that the host keeps.
  case kept(any ProviderDelegate)
  /// A delegate that only the program keeps.
  case seen(WeakDelegate)

  /// The delegate, if it still exists.
  package var delegate: (any ProviderDelegate)? {
    switch self {
    case .none: nil
    case .kept(let delegate): delegate
    case .seen(let reference): reference.delegate
    }
  }
}

/// A weak reference to a delegate.
package final class WeakDelegate: Sendable {
  private struct Reference {
    weak var delegate: (any ProviderDelegate)?
  }

  private let reference: Locked<Reference>

  package init(_ delegate: any ProviderDelegate) {
    reference = Locked(Reference(delegate: delegate))
  }

  /// The delegate, while the program keeps it.
  package var delegate: (any ProviderDelegate)? { reference.withLock { $0.delegate } }
}
