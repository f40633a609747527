internal import Glibc
internal import Locking

/// Remembers the last search for transports, for a host that adds provider after provider.
///
/// A search reads every library of every folder. The remembered one counts as long as it is certain that a new one would find the same: the
/// same folders, pins and helper, and no change in any folder or file that it depends on. Loading judges the library anew in any case.
package final class KnownTransports: Sendable {
  private struct Search {
    var path: SearchPath
    var pins: [String: String]
    var helper: String?
    var catalog: TransportCatalog
    /// The state of each folder and file; nil for one that does not exist.
    var states: [String: FileIdentity?]
  }

  private let rest: Duration
  private let last = Locked<Search?>(nil)

  /// Creates a memory without a search.
  ///
  /// - Parameter rest: The time for which no file must have changed: a file system may count in steps of some milliseconds, in which a second
  ///   change would not show.
  package init(rest: Duration = .seconds(1)) { self.rest = rest }

  /// Returns a catalog in which the wanted transport is as a new search would find it.
  ///
  /// - Parameters:
  ///   - path: The folders to search.
  ///   - pins: SHA-256 digests by transport id.
  ///   - contact: The first contact with new transports.
  ///   - id: The only transport to meet; nil for all.
  ///   - isWanted: True for the wanted transport. A search in which it is not usable is never remembered for it.
  package func catalog(
    searching path: SearchPath, pins: [String: String] = [:], meeting contact: FirstContact, only id: String? = nil,
    isWanted: (TransportCandidate) -> Bool
  ) -> TransportCatalog {
    if let known = remembered(path, pins, contact), known.candidates.contains(where: { $0.isUsable && $0.isMet && isWanted($0) }) {
      return known
    }
    // Folders first: a file that comes during the search changes them.
    let folders = Self.states(path.folders.map(\.path))
    var catalog = TransportCatalog(searching: path, pins: pins)
    catalog.meet(contact, only: id)
    let states = folders.merging(Self.states(Self.files(of: catalog, contact))) { folder, _ in folder }
    last.withLock {
      $0 = isCertain(states, catalog) ? Search(path: path, pins: pins, helper: contact.helperFile, catalog: catalog, states: states) : nil
    }
    return catalog
  }

  /// Returns the catalog of the last search, if a new one would find the same.
  func remembered(_ path: SearchPath, _ pins: [String: String], _ contact: FirstContact) -> TransportCatalog? {
    guard let search = last.withLock({ $0 }), search.path == path, search.pins == pins, search.helper == contact.helperFile,
      Self.states(Array(search.states.keys)) == search.states
    else { return nil }
    return search.catalog
  }

  /// The files on which a catalog depends: manifests, libraries and those that they need, and what earlier contacts left.
  private static func files(of catalog: TransportCatalog, _ contact: FirstContact) -> [String] {
    catalog.candidates.flatMap { [$0.file] + [$0.manifestFile].compactMap { $0 } + ($0.closure?.members.map(\.file) ?? []) }
      + [contact.helperFile, contact.quarantineFile?.path].compactMap { $0 }
  }

  private static func states(_ paths: [String]) -> [String: FileIdentity?] {
    Dictionary(paths.map { ($0, TrustedFile.resolve($0).flatMap(FileIdentity.of)) }) { first, _ in first }
  }

  /// True when all files have rested, and the libraries are still those that were judged.
  private func isCertain(_ states: [String: FileIdentity?], _ catalog: TransportCatalog) -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let latest = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec) - rest
    return states.values.allSatisfy { state in state.map { .nanoseconds(max($0.changed, $0.modified)) <= latest } ?? true }
      && catalog.candidates.allSatisfy { $0.identity == nil || states[$0.file] == $0.identity }
  }
}
