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
}
