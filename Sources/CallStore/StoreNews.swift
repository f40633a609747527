/// A change of the store, told after its commit.
public enum StoreNews: Hashable, Sendable {
  /// Entries of the history were added, changed or removed, by their ids; `change` is the last change of the store.
  case history(change: Int64, added: [Int64], changed: [Int64], removed: [Int64])
  /// Contacts were added, changed or removed, by their ids.
  case contacts([Int64])
  /// Block rules were added or removed, by their ids.
  case blocks([Int64])
  /// The grants of peers changed.
  case grants([String])
  /// The settings of do-not-disturb changed.
  case doNotDisturb
  /// The store's state changed.
  case state(StoreStanding)
}
