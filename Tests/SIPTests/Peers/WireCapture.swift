import Foundation
import Glibc
import Testing

/// What goes over the loopback interface from and to some ports, kept by dumpcap and judged by tshark.
final class WireCapture: Sendable {
  /// Whether both programs are there, and the system lets us capture.
  static let isPossible: Bool = {
    guard PeerProcess.isThere("dumpcap"), PeerProcess.isThere("tshark") else { return false }
    // All protocols of the link, as dumpcap asks for.
    let probe = socket(AF_PACKET, Int32(SOCK_RAW.rawValue), 0)
    if probe >= 0 { close(probe) }
    return probe >= 0
  }()

  private let dumpcap: PeerProcess
  private let port: UInt16

  /// Begins; returns when every packet is seen.
  ///
  /// - Parameters:
  ///   - port: that of SIP at one end.
  ///   - media: those of sound, at the same end.
  init(port: UInt16, media: ClosedRange<UInt16>) async throws {
    self.port = port
    let filter = "udp port \(port) or udp portrange \(media.lowerBound)-\(media.upperBound)"
    dumpcap = try PeerProcess("dumpcap", ["-i", "lo", "-q", "-w", "call.pcapng", "-f", filter])
    try #require(await dumpcap.says("File:"), "dumpcap does not begin: \(dumpcap.output.entries)")
  }

  /// Ends it, and has it written out.
  func finish() async throws {
    dumpcap.terminate()
    try #require(await dumpcap.exit() == 0, "dumpcap fails: \(dumpcap.output.entries)")
  }

  /// What tshark prints about it, line by line.
  func tshark(_ arguments: String...) async throws -> [Substring] {
    let file = dumpcap.folder.appending(path: "call.pcapng").path
    let tshark = try PeerProcess("sh", ["-c", "tshark \"$@\" > said", "sh", "-n", "-r", file, "-d", "udp.port==\(port),sip"] + arguments)
    try #require(await tshark.exit() == 0, "tshark fails: \(tshark.output.entries)")
    return tshark.file("said").split(separator: "\n")
  }
}
