package import CallControl
internal import Locking

/// A provider's delegate, held as it was asked for.
package enum DelegateHold: Sendable {
  /// None was set.
  case none
  /// The host keeps it.
  case kept(any ProviderDelegate)
  /// The program keeps it; it is gone when the program lets go.
  case seen(WeakDelegate)

  /// The delegate; nil when there is none, or none any more.
  package var delegate: (any ProviderDelegate)? {
    switch self {
    case .none: nil
    case .kept(let delegate): delegate
    case .seen(let reference): reference.delegate
    }
  }
}

/// A reference that does not keep its delegate alive.
package final class WeakDelegate: Sendable {
  private struct Reference {
    weak var delegate: (any ProviderDelegate)?
  }

  private let reference: Locked<Reference>

  package init(_ delegate: any ProviderDelegate) {
    reference = Locked(Reference(delegate: delegate))
  }

  /// The delegate while somebody keeps it.
  package var delegate: (any ProviderDelegate)? { reference.withLock { $0.delegate } }
}
