#if HOOKSWITCH_SIP
  import CRTPRival
  import Glibc

  /// The far ends, in a process of their own: this program with `--rtp-rival CALLS SECONDS`.
  final class RTPRival {
    let ports: [UInt16]
    private let process: PeerProcess

    /// Starts the process, and returns once its ports are open.
    init(calls: Int, seconds: Int) throws {
      process = try PeerProcess(["--rtp-rival", "\(calls)", "\(seconds)"])
      ports = try process.read(calls, of: UInt16(0))
    }

    /// Sends the process the destination ports of its calls, upon which it starts to send.
    func begin(sendingTo ports: [UInt16]) {
      ports.withUnsafeBytes { process.send($0) }
      process.endInput()
    }

    /// Waits for the end of the process, and returns its figures.
    func finish() throws -> rtp_rival_figures {
      let figures = try process.read(of: rtp_rival_figures())[0]
      try process.finish()
      return figures
    }

    /// Runs the far ends in the child.
    static func run(calls: UInt32, seconds: UInt32) -> Never {
      PeerProcess.raiseFileLimit()
      exit(rtp_rival_run(calls, seconds, STDIN_FILENO, STDOUT_FILENO))
    }
  }
#endif
