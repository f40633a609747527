internal import Hookswitch

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A SIPp process that the SIP transport can call in the demo.
///
/// It answers at once and echoes the audio. The demo ends it; if the demo dies first, SIPp ends after five minutes.
final class DemoSIPp: Sendable {
  /// The id of the transport that can call it.
  static let transport = "org.hookswitch.sip"
  /// The note to the user when SIPp is not installed.
  static let absence = "sip is left out: SIPp is not installed. Debian and Ubuntu have it as sip-tester."

  /// The address to call.
  let number: String
  private let child: pid_t

  /// Starts SIPp at a free port of 127.0.0.1; nil when SIPp is not installed or does not start.
  init?() {
    guard let program = ChildProcess.find("sipp"), let port = Self.freePort(), let soundPort = Self.freePort() else { return nil }
    let words = [
      program, "-sn", "uas", "-i", "127.0.0.1", "-p", "\(port)", "-mp", "\(soundPort)", "-rtp_echo", "-nostdin", "-m", "1", "-timeout",
      "300",
    ]
    guard let child = Self.start(words) else { return nil }
    self.child = child
    number = "sip:echo@127.0.0.1:\(port)"
  }

  /// The SIP transport's offer to the demo: it calls SIPp, from any free port.
  func offer(_ language: String?) -> DemoOffer {
    DemoOffer(id: Self.transport, language: language, numbers: [.answers: number], configuration: #"{"port": 0}"#)
  }

  /// Ends SIPp; call it once.
  func stop() {
    kill(child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  private static func start(_ words: [String]) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    arguments.append(nil)
    var child: pid_t = 0
    return posix_spawn(&child, words[0], &actions, nil, arguments, environ) == 0 ? child : nil
  }

  /// Asks the system for a free UDP port.
  private static func freePort() -> UInt16? {
    let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutableBytes(of: &address) { bytes in
      guard let place = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), bind(descriptor, place, size) == 0,
        getsockname(descriptor, place, &size) == 0
      else { return nil }
      return UInt16(bigEndian: bytes.load(as: sockaddr_in.self).sin_port)
    }
  }
}
