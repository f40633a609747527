internal import Locking
internal import TransportABI

/// A shared object in the process, asked once for its entry.
///
/// It stays mapped until the process ends.
///
/// `@unchecked Sendable`: all fields are constants, and the entry's functions say by their thread tags who may call them where.
final class LoadedModule: @unchecked Sendable {
  /// The real path that it was opened by.
  let path: String
  /// The file as it was then.
  let identity: FileIdentity
  /// The version that was agreed upon.
  let version: (major: UInt32, minor: UInt32)
  /// A copy of its entry table.
  let entry: hsw_entry
  /// The entry's descriptors, copied after the first load.
  let descriptors: [TransportDescriptor]
  /// The one loop of all its instances, where its entry asks for that.
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

  /// The loop for a new instance, and whether it is the instance's own.
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

  /// Forgets a loop whose thread is lost: the next instance gets another.
  func forget(_ loop: EventLoop) {
    shared.withLock { if $0 === loop { $0 = nil } }
  }
}
