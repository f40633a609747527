internal import CConformance
internal import CLinux
internal import Glibc

// Descriptors of the process that has the plugin.
extension ExecutorProcess {
  /// Returns true if the plugin has that descriptor open.
  static func isOpen(_ descriptor: CInt) -> Bool {
    guard isUsed else { return fcntl(descriptor, F_GETFD) >= 0 }
    var found = stat()
    return lstat("\(folder)/fd/\(descriptor)", &found) == 0
  }

  /// Returns a descriptor of this process for one of the plugin's: the same one, or a copy; -1 when there is none.
  static func watched(_ descriptor: CInt) -> CInt { isUsed ? hookswitch_apart_descriptor(descriptor) : descriptor }

  /// Returns a copy here of one of the plugin's descriptors, which the caller closes; -1 when there is none.
  static func copy(of descriptor: CInt) -> CInt {
    // A high number, out of the way of the descriptors that the plugin opens.
    isUsed ? hookswitch_apart_descriptor(descriptor) : fcntl(descriptor, F_DUPFD_CLOEXEC, 100)
  }

  /// Closes a descriptor that `watched` returned.
  static func unwatch(_ descriptor: CInt) { if isUsed { close(descriptor) } }

  /// Makes an event descriptor, and returns its number for the plugin and the one here.
  static func eventDescriptor() -> (theirs: CInt, ours: CInt) {
    guard isUsed else {
      let made = eventfd(0, hookswitch_eventfd_flags)
      return (made, made)
    }
    let make: @convention(c) (UInt32, CInt) -> CInt = eventfd
    let theirs = CInt(truncatingIfNeeded: call(address(of: make), [0, UInt64(hookswitch_eventfd_flags)]))
    return (theirs, watched(theirs))
  }

  /// Closes such a descriptor in both processes.
  static func closeEventDescriptor(_ descriptor: (theirs: CInt, ours: CInt)) {
    close(descriptor.ours)
    guard isUsed else { return }
    let end: @convention(c) (CInt) -> CInt = close
    _ = call(address(of: end), [UInt64(UInt32(bitPattern: descriptor.theirs))])
  }

  // MARK: descriptors that are the plugin's alone

  /// Returns a copy of the plugin's descriptor, for the plugin; -1 for none.
  static func duplicate(_ descriptor: CInt) -> CInt {
    let copy: @convention(c) (CInt) -> CInt = hookswitch_apart_duplicate
    return isUsed ? CInt(truncatingIfNeeded: call(address(of: copy), [UInt64(UInt32(bitPattern: descriptor))])) : copy(descriptor)
  }

  /// Opens a file for the plugin; -1 for none.
  static func openFile(_ path: String) -> CInt {
    let open: @convention(c) (UnsafePointer<CChar>?) -> CInt = hookswitch_apart_open_file
    guard isUsed else { return open(path) }
    let bytes = Array(path.utf8.prefix(4000)) + [0]
    return withRoom(4096) { room in
      room.copyMemory(from: bytes, byteCount: bytes.count)
      return CInt(truncatingIfNeeded: call(address(of: open), [UInt64(UInt(bitPattern: room))]))
    }
  }

  /// Makes a pair of connected sockets for the plugin; both are -1 when there are none.
  static func socketPair(_ kind: CInt) -> [CInt] {
    var pair: [CInt] = [-1, -1]
    guard isUsed else { return socketpair(AF_UNIX, kind, 0, &pair) == 0 ? pair : [-1, -1] }
    let make: @convention(c) (CInt, CInt, CInt, UnsafeMutablePointer<CInt>?) -> CInt = socketpair
    return withRoom(8) { room in
      let result = call(address(of: make), [UInt64(AF_UNIX), UInt64(kind), 0, UInt64(UInt(bitPattern: room))])
      let both = UnsafeRawPointer(room)
      return CInt(truncatingIfNeeded: result) == 0
        ? [both.load(as: CInt.self), both.load(fromByteOffset: 4, as: CInt.self)] : [-1, -1]
    }
  }

  /// Closes one of the plugin's descriptors.
  static func closeThere(_ descriptor: CInt) {
    let end: @convention(c) (CInt) -> CInt = close
    if isUsed { _ = call(address(of: end), [UInt64(UInt32(bitPattern: descriptor))]) } else { _ = end(descriptor) }
  }
}
