internal import CSystemd
internal import Glibc

/// A listening socket that systemd passed to the process (`LISTEN_FDS`).
package struct PassedSocket: Sendable {
  let descriptor: CInt

  /// Checks a descriptor.
  ///
  /// - Parameter descriptor: the descriptor, which the door closes at its end.
  /// - Throws: an error when it is not a listening stream socket of the family `AF_UNIX`.
  package init(checking descriptor: Int32) throws(DoorError) {
    guard sd_is_socket_unix(descriptor, CInt(SOCK_STREAM.rawValue), 1, nil, 0) > 0 else {
      throw .cannot(
        "descriptor \(descriptor), which systemd passed, is not a listening stream socket of the family AF_UNIX: "
          + "correct ListenStream= in hookswitch.socket")
    }
    self.descriptor = descriptor
  }

  /// Returns the socket that systemd passed; nil when it passed none.
  ///
  /// It takes the variables out of the environment, so that child processes do not read them. Call it once, before other threads start.
  ///
  /// - Throws: an error when systemd passed several sockets, or one of another kind.
  package static func take() throws(DoorError) -> PassedSocket? {
    let count = sd_listen_fds(1)
    if count == 0 { return nil }
    guard count == 1 else {
      throw .cannot("systemd passed \(count) sockets, and the daemon takes one: give hookswitch.socket a single ListenStream=")
    }
    return try PassedSocket(checking: 3)
  }
}
