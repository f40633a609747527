import CStreamPeer
import Glibc

/// The programs at the other ends of streams, in a process of their own: this program with `--stream-peer KIND CERTIFICATE`.
final class StreamPeer {
  let ports: stream_peer_ports
  private let process: PeerProcess

  /// Starts the process, and returns once its ports are open.
  ///
  /// - Parameters:
  ///   - tellsClicks: True to have the time of each click.
  ///   - certificate: The PEM file with certificate and key for `wss`; nil for no such port.
  init(tellsClicks: Bool = false, certificate: String? = nil) throws {
    process = try PeerProcess(["--stream-peer", tellsClicks ? "clicks" : "quiet", certificate ?? ""])
    ports = try process.read(of: stream_peer_ports())[0]
  }

  /// Waits for a click, and returns the time of its arrival on the monotonic clock, in nanoseconds.
  func click() throws -> Int64 { Int64(try process.read(of: stream_peer_click())[0].ns) }

  /// Ends the process, and returns its figures.
  func finish() throws -> stream_peer_figures {
    process.endInput()
    let figures = try process.read(of: stream_peer_figures())[0]
    try process.finish()
    return figures
  }

  /// Runs the programs in the child.
  static func run(tellsClicks: Bool, certificate: String) -> Never {
    PeerProcess.raiseFileLimit()
    exit(stream_peer_run(tellsClicks ? 1 : 0, certificate.isEmpty ? nil : certificate, STDIN_FILENO, STDOUT_FILENO))
  }
}
