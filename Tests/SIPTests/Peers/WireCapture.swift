import Foundation
import Glibc
import Testing

/// The packets of some ports on the loopback interface, captured by dumpcap and checked by tshark.
final class WireCapture: Sendable {
  /// True when both programs are installed and the system permits a capture.
  static let isPossible: Bool = {
    guard PeerProcess.isThere("dumpcap"), PeerProcess.isThere("tshark") else { return false }
    // Opens a raw packet socket, as dumpcap does.
    let probe = socket(AF_PACKET, Int32(SOCK_RAW.rawValue), 0)
    if probe >= 0 { close(probe) }
    return probe >= 0
  }()

  private let dumpcap: PeerProcess
  private let port: UInt16

  /// Starts the capture, and returns when it sees every packet.
  ///
  /// - Parameters:
  ///   - port: The SIP port at one end.
  ///   - media: The media ports at the same end.
  init(port: UInt16, media: ClosedRange<UInt16>) async throws {
    self.port = port
    let filter = "udp port \(port) or udp portrange \(media.lowerBound)-\(media.upperBound)"
    dumpcap = try PeerProcess("dumpcap", ["-i", "lo", "-q", "-w", "call.pcapng", "-f", filter])
    try #require(await dumpcap.says("File:"), "dumpcap does not begin: \(dumpcap.output.entries)")
  }

  /// Ends the capture and writes the file.
  func finish() async throws {
    dumpcap.terminate()
    try #require(await dumpcap.exit() == 0, "dumpcap fails: \(dumpcap.output.entries)")
  }

  /// Returns tshark's output about it, line by line.
  func tshark(_ arguments: String...) async throws -> [Substring] {
    let file = dumpcap.folder.appending(path: "call.pcapng").path
    let tshark = try PeerProcess("sh", ["-c", "tshark \"$@\" > said", "sh", "-n", "-r", file, "-d", "udp.port==\(port),sip"] + arguments)
    try #require(await tshark.exit() == 0, "tshark fails: \(tshark.output.entries)")
    return tshark.file("said").split(separator: "\n")
  }
}
