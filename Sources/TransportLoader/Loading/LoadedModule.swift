internal import Locking
internal import TransportABI

/// A place outside this process where the instances of a library live.
protocol InstanceSeat: AnyObject, Sendable {
  /// The number of the process; nil when there is none.
  var pid: Int32? { get }
  /// The identity of the library that it has, or is to have; nil for the one that the module names.
  var identity: FileIdentity? { get }
  /// The descriptor of a transport in the version that an upgrade has brought; nil before one.
  func descriptor(of id: String) -> TransportDescriptor?
  /// Kills the process; false when there is none.
  func kill() -> Bool
  /// Creates an instance there, in the place of the entry's `create`. [loop]
  func create(
    for owner: any ProxyOwner, _ id: hsw_str, _ host: UnsafePointer<hsw_host>, _ configuration: hsw_str,
    _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>, _ why: UnsafeMutablePointer<hsw_why>
  ) -> hsw_status
}

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
  /// The place of its instances; nil when they live in this process.
  let seat: (any InstanceSeat)?
  /// The loop shared by all its instances, if its entry asks for one.
  private let shared = Locked<EventLoop?>(nil)

  init(
    path: String, identity: FileIdentity, version: (major: UInt32, minor: UInt32), entry: hsw_entry, descriptors: [TransportDescriptor],
    seat: (any InstanceSeat)? = nil
  ) {
    self.path = path
    self.identity = identity
    self.version = version
    self.entry = entry
    self.descriptors = descriptors
    self.seat = seat
  }

  // Its instances have kept it until now, so nothing needs the loop any more.
  deinit { shared.withLock { $0.take() }?.add(.stop) }

  /// Creates an instance, here or at its seat. [loop]
  func create(
    for owner: TransportInstance, _ id: hsw_str, _ host: UnsafePointer<hsw_host>, _ configuration: hsw_str,
    _ out: UnsafeMutablePointer<UnsafePointer<hsw_instance>?>, _ why: UnsafeMutablePointer<hsw_why>
  ) -> hsw_status {
    if let seat { return seat.create(for: owner, id, host, configuration, out, why) }
    return entry.create?(id, host, configuration, out, why) ?? HSW_E_NOTSUP
  }

  /// The time-out of a function on the host's loop of a runner, in milliseconds: above every wait for that runner.
  private static let isolatedPatience: UInt32 = 20_000

  /// Returns the loop for a new instance, and true when the instance owns it.
  func loop(_ settings: TransportSettings) throws(TransportLoss) -> (EventLoop, isOwn: Bool) {
    let isShared = seat != nil || entry.flags & UInt32(HSW_ENTRY_ONE_LOOP) != 0
    if isShared, let loop = shared.withLock({ $0 }) { return (loop, false) }
    let name = descriptors.first?.id.split(separator: ".").last.map(String.init) ?? "transport"
    let patience = seat == nil ? settings.patienceMilliseconds : Self.isolatedPatience
    guard let loop = EventLoop(name: name, patienceMilliseconds: patience) else { throw .noResources }
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
