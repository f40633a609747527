import CallControl
import Glibc
import Hookswitch

/// What the SIP part measures, in a process of its own: a whole host with the SIP transport, which answers every call at once.
enum AnsweringHost {
  /// Serves at the port until standard input ends.
  static func serve(port: UInt16) async throws {
    raiseFileLimit()
    let host = CallHost()
    let listener = DirectListener(host) { event in
      guard case .entered(let call, .ringing) = event.body, let line = event.line else { return }
      CallController(host: host, line: line).submit(Transaction(action: AnswerCallAction(call: call))) { _ in }
    }
    let configuration = #"{"port": \#(port), "transport": "udp", "codecs": ["pcmu"], "trusted-peers": ["127.0.0.1"]}"#
    try host.addProvider("sip", fromTransport: "org.hookswitch.sip", configuration: configuration, line: .each)
    // Not `print`, which keeps it until there is more.
    _ = "serves\n".withCString { write(STDOUT_FILENO, $0, strlen($0)) }
    while readLine() != nil {}
    listener.stop(host)
    await host.shutdown()
  }

  /// Each call has two sockets for its sound.
  private static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
