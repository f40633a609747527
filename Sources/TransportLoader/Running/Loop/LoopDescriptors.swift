internal import CLinux
internal import Glibc
internal import TransportABI

/// The file descriptors that a loop watches for plugins.
///
/// Confined to the loop's thread.
struct LoopDescriptors {
  typealias Callback = @convention(c) (UnsafeMutableRawPointer?, CInt, UInt32) -> Void

  struct Watched {
    var instance: any LoopResident
    var callback: Callback
    var argument: UnsafeMutableRawPointer?
    /// Distinguishes a descriptor from an earlier one with the same number, whose event may still be queued.
    var serial: UInt32
  }

  private let epoll: CInt
  private var watched: [CInt: Watched] = [:]
  private var serial: UInt32 = 0

  init(epoll: CInt) { self.epoll = epoll }

  var isEmpty: Bool { watched.isEmpty }

  mutating func add(_ fd: CInt, events: UInt32, _ watched: Watched) -> hsw_status {
    guard self.watched[fd] == nil else { return HSW_E_STATE }
    guard let mask = Self.mask(events) else { return HSW_E_RANGE }
    serial &+= 1
    guard hookswitch_epoll_ctl(epoll, EPOLL_CTL_ADD, fd, mask, UInt64(serial) << 32 | UInt64(UInt32(bitPattern: fd))) == 0 else {
      return errno == ENOMEM || errno == ENOSPC ? HSW_E_NOMEM : HSW_E_INVAL
    }
    var watched = watched
    watched.serial = serial
    self.watched[fd] = watched
    return HSW_OK
  }

  func modify(_ fd: CInt, events: UInt32, of instance: any LoopResident) -> hsw_status {
    guard let entry = watched[fd], entry.instance === instance else { return HSW_E_INVAL }
    guard let mask = Self.mask(events) else { return HSW_E_RANGE }
    let data = UInt64(entry.serial) << 32 | UInt64(UInt32(bitPattern: fd))
    return hookswitch_epoll_ctl(epoll, EPOLL_CTL_MOD, fd, mask, data) == 0 ? HSW_OK : HSW_E_INVAL
  }

  mutating func remove(_ fd: CInt, of instance: any LoopResident) -> hsw_status {
    guard let entry = watched[fd], entry.instance === instance else { return HSW_E_INVAL }
    watched[fd] = nil
    _ = hookswitch_epoll_ctl(epoll, EPOLL_CTL_DEL, fd, 0, 0)
    return HSW_OK
  }

  /// Stops watching all descriptors of `instance`; returns how many there were.
  mutating func removeAll(of instance: any LoopResident) -> Int {
    let left = watched.filter { $0.value.instance === instance }.map(\.key)
    for fd in left { _ = remove(fd, of: instance) }
    return left.count
  }

  /// The watched descriptor of an event; nil when it is no longer watched.
  func entry(for data: UInt64) -> (fd: CInt, watched: Watched)? {
    let fd = CInt(bitPattern: UInt32(truncatingIfNeeded: data))
    guard let entry = watched[fd], UInt64(entry.serial) == data >> 32 else { return nil }
    return (fd, entry)
  }

  /// Translates an event mask to the contract's flags.
  static func events(_ mask: UInt32) -> UInt32 {
    (mask & hookswitch_epoll_in != 0 ? UInt32(HSW_FD_READ) : 0) | (mask & hookswitch_epoll_out != 0 ? UInt32(HSW_FD_WRITE) : 0)
      | (mask & hookswitch_epoll_error != 0 ? UInt32(HSW_FD_ERROR) : 0)
  }

  private static func mask(_ events: UInt32) -> UInt32? {
    guard events & ~7 == 0 else { return nil }
    return (events & UInt32(HSW_FD_READ) != 0 ? hookswitch_epoll_in : 0) | (events & UInt32(HSW_FD_WRITE) != 0 ? hookswitch_epoll_out : 0)
  }
}
