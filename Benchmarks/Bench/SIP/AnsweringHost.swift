import CallControl
import FoundationEssentials
import Glibc
import Hookswitch
import TransportLoader

/// The process that the SIP part measures: a whole host with the SIP transport, which answers every call at once.
enum AnsweringHost {
  /// Serves at the port until standard input ends, and calls the port `dialed`, if there is one.
  static func serve(port: UInt16, dialing dialed: UInt16?, at place: Place) async throws {
    raiseFileLimit()
    var settings = HostSettings()
    settings.isolation = place == .process ? .process : .inside
    let host = CallHost(settings: settings)
    let dialer = dialed.map { SoakDialer(host, calling: $0) }
    let listener = DirectListener(host) { event in
      guard let line = event.line else { return }
      switch event.body {
      case .entered(let call, .ringing): answer(call, on: line, of: host)
      case .entered(let call, .active): if line.rawValue.hasPrefix("out ") { dialer?.isUp(call, on: line) }
      default: break
      }
    }
    let configuration = #"{"port": \#(port), "transport": "udp", "codecs": ["pcmu"], "trusted-peers": ["127.0.0.1"]}"#
    try host.addProvider("sip", fromTransport: "org.hookswitch.sip", configuration: configuration, line: .each)
    // Not `print`, which buffers the line.
    _ = "serves\n".withCString { write(STDOUT_FILENO, $0, strlen($0)) }
    dialer?.begin()
    while readLine() != nil {}
    listener.stop(host)
    await host.shutdown()
  }

  private static func answer(_ call: CallID, on line: LineID, of host: CallHost) {
    CallController(host: host, line: line).submit(Transaction(action: AnswerCallAction(call: call))) { news in
      switch news {
      case .refused(let error), .failed(let error), .performed(_, let error?): complain(error)
      case .accepted, .done, .alreadyEnded, .performed(_, nil): break
      }
    }
  }

  /// Raises the limit on open files: each call has two media sockets.
  private static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
