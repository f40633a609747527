internal import Locking
internal import TransportABI

/// A shared object in the process, whose entry was queried once.
///
/// It stays mapped until the process ends.
///
/// `@unchecked Sendable`: all fields are constants, and thread tags in the header say where each of the entry's functions may be called.
final class LoadedModule: @unchecked Sendable {
  /// The real path that it was opened by.
  let path: String
  /// The file's identity when it was opened.
  let identity: FileIdentity
  /// The negotiated version of the contract.
  let version: (major: UInt32, minor: UInt32)
  /// A copy of its entry table.
  let entry: hsw_entry
  /// The entry's descriptors, copied after the first load.
  let descriptors: [TransportDescriptor]
  /// The loop shared by all its instances, if its entry asks for one.
  private let shared = Locked<EventLoop?>(nil)

  init(
    path: String, identity: FileIdentity, version: (major: UInt32, minor: UInt32), entry: hsw_entry, descriptors: [TransportDescriptor]
  ) {
    self.path = path
    self.identity = identity
    self.version = version
    self.entry = entry
    self.descriptors = descriptors
  }

  /// Returns the loop for a new instance, and true when the instance owns it.
  func loop(_ settings: TransportSettings) throws(TransportLoss) -> (EventLoop, isOwn: Bool) {
    let isShared = entry.flags & UInt32(HSW_ENTRY_ONE_LOOP) != 0
    if isShared, let loop = shared.withLock({ $0 }) { return (loop, false) }
    let name = descriptors.first?.id.split(separator: ".").last.map(String.init) ?? "transport"
    guard let loop = EventLoop(name: name, patienceMilliseconds: settings.patienceMilliseconds) else { throw .noResources }
    guard isShared else { return (loop, true) }
    return (
      shared.withLock { shared in
        if let first = shared { return first }
        shared = loop
        return loop
      }, false
    )
  }

  /// Forgets a loop whose thread is lost; the next instance gets another.
  func forget(_ loop: EventLoop) {
    shared.withLock { if $0 === loop { $0 = nil } }
  }
}
